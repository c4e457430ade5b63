/** The gRPC channel to a server. */

import { type ChannelOptions, Client, credentials } from "@grpc/grpc-js";

import type { Connection } from "../connection.js";

const OPTIONS: ChannelOptions = {
  // A bot may think for minutes in silence; a lost connection must show all the same.
  "grpc.keepalive_time_ms": 10_000,
  "grpc.keepalive_timeout_ms": 10_000,
  "grpc.keepalive_permit_without_calls": 1,
  // Each attempt to connect is a new channel, paced by us: gRPC must neither remember failures nor try on its own.
  "grpc.use_local_subchannel_pool": 1,
  "grpc.enable_retries": 0,
  "grpc.enable_http_proxy": 0,
};

/** A new client, with a channel of its own. */
export function newClient({ server, certificates, clientCertificate }: Connection): Client {
  const own = clientCertificate === undefined ? null : Buffer.from(clientCertificate);
  const trust =
    certificates === undefined
      ? credentials.createInsecure()
      : credentials.createSsl(Buffer.from(certificates), own, own);
  return new Client(server, trust, OPTIONS);
}
