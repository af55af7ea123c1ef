#!/bin/sh
# What a careful operator would type to replace a member that is gone: the other side of the
# benchmark. It waits where Quorate waits (2 s after the removal, 3 looks 2 s apart at the learner),
# and verifies what Quorate verifies. It has no approval, no memory and no way back.
# replace-member.sh ETCDCTL NAME FOLDER PEER_URL CLIENT_URL OTHER_CLIENT_URL...
set -eu
etcdctl=$1 name=$2 folder=$3 peer=$4 client=$5
shift 5
others=$(echo "$*" | tr ' ' ',')
all=$others,$client

ctl() { "$etcdctl" --dial-timeout=2s --command-timeout=10s "$@"; }
fail() { echo "replace-member: $*" >&2; exit 1; }
now() { date +%s%N; }
step() { echo "step $1 $((($(now) - since) / 1000000))"; since=$(now); }
since=$(now)
# NUMBER of the first "KEY":NUMBER in the input.
number() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" | head -n 1; }

# hold: nobody starts it meanwhile
echo held >"$folder/held-by-script"
read -r pid rest <"$folder/etcd.pid"
[ ! -d "/proc/$pid" ] || grep -q 'State:.Z' "/proc/$pid/status" || fail "$name still runs"
step hold-member

id=$(ctl --endpoints="$others" member list | sed -n "s/^\([0-9a-f]*\), [a-z]*, $name, .*/\1/p")
[ -n "$id" ] || fail "$name is not listed"
ctl --endpoints="$others" member remove "$id" >/dev/null
sleep 2
! ctl --endpoints="$others" member list | grep -q "^$id," || fail "$id is still listed"
step remove-member

mv "$folder/data" "$folder/data.aside-script-$id"
step set-data-aside

ctl --endpoints="$others" member add "$name" --learner --peer-urls="$peer" >"$folder/added"
initial=$(sed -n 's/^ETCD_INITIAL_CLUSTER="\(.*\)"$/\1/p' "$folder/added")
[ -n "$initial" ] || fail "the new member was not added"
step add-learner

sed -e "s#^ETCD_INITIAL_CLUSTER=.*#ETCD_INITIAL_CLUSTER=$initial#" \
  -e 's#^ETCD_INITIAL_CLUSTER_STATE=.*#ETCD_INITIAL_CLUSTER_STATE=existing#' \
  "$folder/etcd.env" >"$folder/etcd.env.new"
mv "$folder/etcd.env.new" "$folder/etcd.env"
rm -f "$folder/held-by-script"
set --
while IFS= read -r line; do set -- "$@" "$line"; done <"$folder/etcd.env"
setsid env -i "$@" sh -c 'echo $$ >"$1" && exec "$2"' sh "$folder/etcd.pid" "$folder/etcd" \
  </dev/null >>"$folder/etcd.log" 2>&1 &
tries=0
until ctl --endpoints="$client" endpoint status >/dev/null 2>&1; do
  tries=$((tries + 1))
  [ "$tries" -lt 300 ] || fail "$name does not serve"
  sleep 0.1
done
step start-member

look=1
while :; do
  learner=$(ctl --endpoints="$client" endpoint status -w json | number raftAppliedIndex)
  leader=$(ctl --endpoints="$others" endpoint status -w json | tr ',' '\n' | number raftIndex)
  [ $((leader - learner)) -lt 1000 ] || look=0
  [ "$look" -lt 3 ] || break
  look=$((look + 1))
  sleep 2
done
step await-in-sync

new=$(ctl --endpoints="$others" member list | sed -n "s/^\([0-9a-f]*\), [a-z]*, $name, .*/\1/p")
ctl --endpoints="$others" member promote "$new" >/dev/null
step promote-learner

# verify: every member answers a linearizable read, nobody is a learner, no alarm, equal data
for url in $(echo "$all" | tr ',' ' '); do
  ctl --endpoints="$url" get /_ --keys-only >/dev/null
done
[ "$(ctl --endpoints="$all" member list | grep -c ', false$')" = 3 ] || fail "not three voters"
[ -z "$(ctl --endpoints="$others" alarm list)" ] || fail "there is an alarm"
tries=0
until
  rev=$(ctl --endpoints="$client" endpoint status -w json | number revision)
  [ "$(ctl --endpoints="$all" endpoint hashkv --rev="$rev" |
    cut -d, -f2 | sort -u | wc -l)" = 1 ]
do
  tries=$((tries + 1))
  [ "$tries" -lt 20 ] || fail "the data differs"
done
step verify-cluster
