package certamen

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
)

// Variables of the environment that tell a bot where to go.
const (
	ServerVariable            = "CERTAMEN_SERVER"
	TokenVariable             = "CERTAMEN_TOKEN"
	CertificateVariable       = "CERTAMEN_CERTIFICATE"
	ClientCertificateVariable = "CERTAMEN_CLIENT_CERTIFICATE"
)

// window of a stream and of a connection, in bytes. Small and fixed, so that slowness shows where it is.
const window = 64 * 1024

// A Connection says where the server is, and who we are.
type Connection struct {
	// Server is HOST:PORT or unix:PATH.
	Server string
	// Token of a seat.
	Token string
	// Certificate is a file of the certificates to trust (PEM), for a server that encrypts; empty: it does not.
	Certificate string
	// ClientCertificate is a file of our own certificate and its private key, both in it (PEM), for a server that wants
	// one (mutual TLS); empty: it does not.
	ClientCertificate string
}

// FromEnvironment takes the connection from CERTAMEN_SERVER, CERTAMEN_TOKEN, CERTAMEN_CERTIFICATE and
// CERTAMEN_CLIENT_CERTIFICATE.
// What is missing or malformed is an [ErrSettings].
func FromEnvironment() (Connection, error) {
	connection := Connection{
		os.Getenv(ServerVariable), os.Getenv(TokenVariable),
		os.Getenv(CertificateVariable), os.Getenv(ClientCertificateVariable),
	}
	for _, variable := range []string{ServerVariable, TokenVariable} {
		if os.Getenv(variable) == "" {
			return connection, fmt.Errorf("%w: %s is not set", ErrSettings, variable)
		}
	}
	return connection, connection.Check()
}

// String leaves the token out, so that it gets into no log.
func (c Connection) String() string { return c.Server }

// GoString does the same.
func (c Connection) GoString() string {
	return fmt.Sprintf("certamen.Connection{Server: %q}", c.Server)
}

// Check returns an [ErrSettings] if the address or the token cannot be right.
func (c Connection) Check() error {
	if path, isUnix := strings.CutPrefix(c.Server, "unix:"); !isUnix || path == "" {
		host, port, err := net.SplitHostPort(c.Server)
		number, invalid := strconv.ParseUint(port, 10, 16)
		if err != nil || host == "" || invalid != nil || number == 0 {
			return fmt.Errorf("%w: the server's address must be HOST:PORT or unix:PATH, not %q", ErrSettings, c.Server)
		}
	}
	for _, char := range []byte(c.Token) {
		if char <= ' ' || char > '~' {
			return fmt.Errorf("%w: the token must be printable characters without spaces", ErrSettings)
		}
	}
	if c.Token == "" {
		return fmt.Errorf("%w: the token must not be empty", ErrSettings)
	}
	if c.ClientCertificate != "" && c.Certificate == "" {
		return fmt.Errorf("%w: a client's certificate is only accepted together with certificates to trust", ErrSettings)
	}
	return nil
}

// ownCertificate reads the certificate that we show to the server, if any.
func (c Connection) ownCertificate() ([]tls.Certificate, error) {
	if c.ClientCertificate == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(c.ClientCertificate, c.ClientCertificate)
	if err != nil {
		return nil, fmt.Errorf("%w: the client's certificate cannot be read: %w", ErrSettings, err)
	}
	return []tls.Certificate{pair}, nil
}

// dial makes a new channel; it does not connect yet.
func (c Connection) dial() (*grpc.ClientConn, error) {
	secrecy := insecure.NewCredentials()
	if c.Certificate != "" {
		trusted, err := os.ReadFile(c.Certificate)
		if err != nil {
			return nil, fmt.Errorf("%w: the certificates cannot be read: %w", ErrSettings, err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(trusted) {
			return nil, fmt.Errorf("%w: no certificate in %s", ErrSettings, c.Certificate)
		}
		own, err := c.ownCertificate()
		if err != nil {
			return nil, err
		}
		secrecy = credentials.NewTLS(&tls.Config{RootCAs: pool, Certificates: own, MinVersion: tls.VersionTLS12})
	}
	target := c.Server
	if !strings.HasPrefix(target, "unix:") {
		target = "dns:///" + target
	}
	conn, err := grpc.NewClient(target,
		grpc.WithTransportCredentials(secrecy),
		grpc.WithNoProxy(),
		grpc.WithStaticStreamWindowSize(window),
		grpc.WithStaticConnWindowSize(window),
		// A bot may think for minutes in silence; a lost connection must show all the same.
		grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time: 10 * time.Second, Timeout: 10 * time.Second, PermitWithoutStream: true,
		}),
	)
	if err != nil {
		return nil, errors.Join(ErrSettings, err)
	}
	return conn, nil
}

// authorized is the context that every call is made with.
func (c Connection) authorized(ctx context.Context) context.Context {
	return metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+c.Token)
}
