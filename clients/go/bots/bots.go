// Package bots holds two bots that play every game: to play against, and to begin from.
package bots

import (
	"certamen.example/certamen"
)

// All are the package's bots by name.
var All = map[string]certamen.Player{
	"greedy": {Name: "greedy", Version: "2", Games: Games(), NewBot: NewGreedy},
	"random": {Name: "random", Version: "1", NewBot: NewRandom},
}
