#!/bin/sh
# A bot without any code of ours: grpcurl carries the messages, whose form the server tells by reflection, and jq
# answers them. It takes the first legal action. CERTAMEN_SERVER and CERTAMEN_TOKEN say where, and as whom.
set -eu

pipe=$(mktemp -u)
mkfifo -m 600 "$pipe"
exec 3<> "$pipe" # for reading and writing, so that neither program waits for the other to open it
rm "$pipe"

answers='
  if .decision then {act: {match: .decision.match, decision: .decision.decision, code: (.decision.legal_actions[0].code // 0)}}
  elif .ping then {pong: .ping}
  elif .match_end then {leave: {}}
  else empty end'

echo '{"hello": {"protocol_version": 1, "bot_name": "raw", "action_form": "ACTION_FORM_CODE"}}' >&3
grpcurl -plaintext -expand-headers -H 'authorization: Bearer ${CERTAMEN_TOKEN}' \
  -d @ "$CERTAMEN_SERVER" certamen.v1.ArenaService/Play <&3 |
  jq --unbuffered --compact-output "$answers" >&3
