// Command certamen-bot plays with one of the SDK's own bots: certamen-bot greedy|random. The server's address
// and the token come from CERTAMEN_SERVER and CERTAMEN_TOKEN.
package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"certamen.example/certamen"
	"certamen.example/certamen/bots"
)

func main() {
	if len(os.Args) == 2 {
		if player, isKnown := bots.All[os.Args[1]]; isKnown {
			certamen.Main(player)
		}
	}
	names := slices.Sorted(maps.Keys(bots.All))
	fmt.Fprintln(os.Stderr, "usage: certamen-bot", strings.Join(names, "|"))
	os.Exit(2)
}
