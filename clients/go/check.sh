#!/bin/sh
# Everything that must hold for this module: `make go` at the top.
set -eu
cd "$(dirname "$0")"
go run -C tools ./generate -check
unformatted=$(gofmt -l .)
if [ -n "$unformatted" ]; then
  echo "not as gofmt writes it; run gofmt -w:" "$unformatted" >&2
  exit 1
fi
go mod verify > /dev/null
go mod tidy -diff
(cd tools && go mod tidy -diff && go vet ./...)
go build ./...
go vet ./...
go tool -modfile=tools/go.mod staticcheck -checks all,-ST1000 ./...
go test -race -count=1 ./...
