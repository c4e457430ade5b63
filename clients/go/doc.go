// Package certamen lets a program play on a Certamen server: write one method, [Bot.Choose], and hand it to
// [Main] or [Player.Play].
//
//	certamen.Main(certamen.Player{
//		Name: "mybot",
//		NewBot: func(context.Context, *certamen.MatchStart) (certamen.Bot, error) {
//			return certamen.BotFunc(func(_ context.Context, d *certamen.Decision) (*certamen.LegalAction, error) {
//				return d.GetLegalActions()[0], nil
//			}), nil
//		},
//	})
//
// Joining, many matches on one stream, reconnecting, signs of life and goodbyes are this package's business.
// Positions, actions and events are the generated messages of the wire contract, in the package
// certamen.example/certamen/proto/certamen/v1; those that every bot meets have short names here.
package certamen

//go:generate go run -C tools ./generate
