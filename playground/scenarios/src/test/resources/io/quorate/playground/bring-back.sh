#!/bin/sh
# What a careful operator would type to bring a cluster back that has lost quorum: the other side of
# the benchmark. It changes what Quorate changes, waits where Quorate waits for a learner, and
# verifies what Quorate verifies in the end. It has no approval, no memory and no way back.
# bring-back.sh ETCDCTL return|restore ETCDUTL SNAPSHOT {NAME FOLDER PEER_URL CLIENT_URL}...
#   return: starts the members whose process is gone
#   restore: holds all members, restores the snapshot as the first, verifies it where nobody can
#     reach it, starts it, then adds the others as learners
set -eu
etcdctl=$1 how=$2 etcdutl=$3 snapshot=$4
shift 4

ctl() { "$etcdctl" --dial-timeout=2s --command-timeout=10s "$@"; }
fail() { echo "bring-back: $*" >&2; exit 1; }
now() { date +%s%N; }
step() { echo "step $1 $((($(now) - since) / 1000000))"; since=$(now); }
since=$(now)
# NUMBER of the first "KEY":NUMBER in the input.
number() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" | head -n 1; }

# FOLDER: whether its member runs
runs() {
  read -r pid rest <"$1/etcd.pid"
  [ -d "/proc/$pid" ] && ! grep -q 'State:.Z' "/proc/$pid/status"
}

# FOLDER: proves that its member is gone, and keeps it so
fence() {
  ! runs "$1" || fail "$1 still runs"
  for comm in $(grep -l '^etcd$' /proc/[0-9]*/comm 2>/dev/null); do
    ! grep -qzaxF "ETCD_DATA_DIR=$1/data" "${comm%comm}environ" 2>/dev/null ||
      fail "${comm%/comm} has the data of $1"
  done
  echo "held by bring-back" >"$1/etcd.pid.hold"
  sync "$1/etcd.pid.hold" "$1"
}

# FOLDER NAME REVISION: starts its data in a network of its own, and stops it again; it has to have
# this revision at least
alone() {
  said=$(env -i PATH="$PATH" ETCD_DATA_DIR="$1/data" ETCD_NAME="$2" \
    ETCD_LISTEN_PEER_URLS=http://127.0.0.1:2380 ETCD_LISTEN_CLIENT_URLS=http://127.0.0.1:2379 \
    ETCD_ADVERTISE_CLIENT_URLS=http://127.0.0.1:2379 \
    unshare --net --pid --fork --kill-child --mount-proc sh -c '
      ip link set lo up
      "$1" >"$3" 2>&1 &
      etcd=$!
      ask() { env -i PATH="$PATH" "$ctl" --endpoints=http://127.0.0.1:2379 "$@"; }
      ctl=$2
      until ask get /_ >/dev/null 2>&1; do kill -0 $etcd || exit 1; sleep 0.1; done
      ask endpoint status -w json && ask endpoint hashkv -w json &&
        ask get "" --prefix --count-only --write-out=fields
      kill -TERM $etcd
      wait $etcd || true' sh "$1/etcd" "$etcdctl" "$1/alone.log") || fail "$1 did not serve alone"
  has=$(echo "$said" | number revision)
  [ "$has" -ge "$3" ] || fail "what was restored has revision $has, and not $3"
}

# FOLDER: starts its member
start() (
  folder=$1
  rm -f "$folder/etcd.pid.hold"
  shift
  while IFS= read -r line; do set -- "$@" "$line"; done <"$folder/etcd.env"
  setsid env -i "$@" sh -c 'echo $$ >"$1" && exec "$2"' sh "$folder/etcd.pid" "$folder/etcd" \
    </dev/null >>"$folder/etcd.log" 2>&1 &
)

# URL: waits until its member answers a linearizable read
serves() {
  tries=0
  until ctl --endpoints="$1" get /_ --keys-only >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "$1 does not serve"
    sleep 0.1
  done
}

# FOLDER INITIAL_CLUSTER: what its member has to start with
initial() {
  sed -e "s#^ETCD_INITIAL_CLUSTER=.*#ETCD_INITIAL_CLUSTER=$2#" \
    -e 's#^ETCD_INITIAL_CLUSTER_STATE=.*#ETCD_INITIAL_CLUSTER_STATE=existing#' \
    "$1/etcd.env" >"$1/etcd.env.new"
  mv "$1/etcd.env.new" "$1/etcd.env"
}

# NAME FOLDER PEER_URL CLIENT_URL: adds a member, starts it, waits until it is in sync, promotes it
join() {
  tries=0
  until ctl --endpoints="$all" member add "$1" --learner --peer-urls="$3" >"$2/added" 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "$1 was not added"
    sleep 0.1
  done
  initial "$2" "$(sed -n 's/^ETCD_INITIAL_CLUSTER="\(.*\)"$/\1/p' "$2/added")"
  start "$2"
  tries=0
  until ctl --endpoints="$4" endpoint status >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "$1 does not serve"
    sleep 0.1
  done
  look=1
  while :; do
    learner=$(ctl --endpoints="$4" endpoint status -w json | number raftAppliedIndex)
    leader=$(ctl --endpoints="$all" endpoint status -w json | tr ',' '\n' | number raftIndex)
    [ $((leader - learner)) -lt 1000 ] || look=0
    [ "$look" -lt 3 ] || break
    look=$((look + 1))
    sleep 2
  done
  new=$(ctl --endpoints="$all" member list | sed -n "s/^\([0-9a-f]*\), [a-z]*, $1, .*/\1/p")
  ctl --endpoints="$all" member promote "$new" >/dev/null
  all=$all,$4
}

verify() {
  for url in $(echo "$all" | tr ',' ' '); do serves "$url"; done
  [ "$(ctl --endpoints="$all" member list | grep -c ', false$')" = 3 ] || fail "not three voters"
  [ -z "$(ctl --endpoints="$all" alarm list)" ] || fail "there is an alarm"
  tries=0
  until
    rev=$(ctl --endpoints="$all" endpoint status -w json | tr ',' '\n' | number revision)
    [ "$(ctl --endpoints="$all" endpoint hashkv --rev="$rev" |
      cut -d, -f2 | sort -u | wc -l)" = 1 ]
  do
    tries=$((tries + 1))
    [ "$tries" -lt 20 ] || fail "the data differs"
  done
  step verify-cluster
}

if [ "$how" = return ]; then
  all=
  while [ $# -gt 0 ]; do
    runs "$2" || start "$2"
    all=$all${all:+,}$4
    shift 4
  done
  step start
  verify
  exit
fi

for folder in "$2" "$6" "${10}"; do fence "$folder"; done
step fence-members
revision=$("$etcdutl" snapshot status "$snapshot" -w json | number revision)
"$etcdutl" snapshot restore "$snapshot" --name "$1" --data-dir "$2/data.restored" \
  --initial-cluster "$1=$3" --initial-advertise-peer-urls "$3" \
  --initial-cluster-token "by-hand-$(now)" --bump-revision 1000000000 --mark-compacted 2>&1
sync -f "$2/data.restored"
rm -rf "$2/data"
mv -T "$2/data.restored" "$2/data"
sync "$2"
step restore-member
alone "$2" "$1" $((revision + 1000000000))
step verify-restored
initial "$2" "$1=$3"
start "$2"
all=$4
serves "$4"
step start-restored
shift 4
while [ $# -gt 0 ]; do
  join "$1" "$2" "$3" "$4"
  step "join-$1"
  shift 4
done
verify
