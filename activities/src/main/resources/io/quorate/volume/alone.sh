# Starts etcd apart from every network, asks it and stops it: nobody can reach it there, and it can
# reach nobody. Follows lock.sh, place.sh, directory.sh and scratch.sh.
# more: what to append to the name of the scratch directory; the programs etcd and etcdctl; seconds
#   until it has to serve; a snapshot to save, or nothing; the revision of an old watch, or nothing;
#   the revision at which the keys are asked for, or nothing for the one that it has;
#   `learner` where one is to join it, or nothing; then its variables, KEY=VALUE each
# answer: "go <inode of the scratch directory>"
suffix=$1 program=$2 ctl=$3 seconds=$4 snapshot=$5 watch=$6 revision=$7 growing=$8
shift 8
lock_for "$suffix"
sight
see_directory "$suffix"
ask
[ "$(inode_of "$target")" = "$answer" ] || exit 77
umask 077
scratch_place
talk=$target/etcd.log

# Where etcd gets no network of its own, another one may be tried there (claim-acts.sh).
if [ -n "${alone_lock:-}" ]; then
  exec 8>>"$alone_lock"
  flock -n 8 || { lock_file=$alone_lock; see_holder_of_lock; exit 75; }
fi

# Runs there. $1 etcd, $2 etcdctl, $3 log of etcd, $4 seconds, $5 snapshot, $6 revision of the watch, $7
# revision of the keys, $8 the directory of a learner that is to join, or nothing.
up='exec "$@"'
# Keeps etcd apart: in namespaces of its own, where the part that proves absence knows no other way (claim-acts.sh). Only
# a network of its own begins with a loopback that is down.
[ -n "${apart:-}" ] || apart="unshare --net --pid --fork --kill-child --mount-proc" up='
  [ -n "$(ip link show up dev lo 2>/dev/null)" ] || ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null ||
    { echo "refused=the loopback of a network namespace cannot be brought up: $(ip link set lo up 2>&1 | head -n 1 | tr -c " -~\n" " ")"; exit 3; }
  exec "$@"
'
inside='
  program=$1 ctl=$2 talk=$3 seconds=$4 snapshot=$5 watch=$6 keys_at=$7 learner=$8
  asked_at() { at=$1; shift; env -i PATH="$PATH" HOME=/ "$ctl" --endpoints="http://127.0.0.1:$at" "$@" </dev/null; }
  ask() { asked_at 2379 "$@"; }
  ask_learner() { asked_at 12379 "$@"; }
  closed() { case $1 in *"user name is empty"*|*"permission denied"*) return 0 ;; *) return 1 ;; esac; }
  # Each fact is one line, whatever etcd said.
  say() { printf "%s=%s\n" "$1" "$(printf %s "$2" | tr "\001-\010\012-\037\177" " ")"; }
  no() { say refused "$1"; exit 3; }
  last_words() { tail -n 3 -- "$1" | cut -c 1-600 | tr "\n" " "; }
  last_of() { printf %s "$1" | tail -c 600 | tr "\n" " "; }
  # Not one that has ended, and that nobody has waited for.
  runs() { kill -0 "$1" 2>/dev/null && [ "$(sed -n "s/^State:[[:space:]]*\(.\).*/\1/p" "/proc/$1/status")" != Z ]; }
  # By the uptime of the machine: a clock can be set meanwhile.
  now_ms() { IFS=" ." read -r up part rest </proc/uptime; echo "$up${part}0"; }
  ms_since() { echo "$(($(now_ms) - $1))"; }
  # The other end of a connection that is not on the loopback, as /proc tells it.
  outside_end() {
    sed -n "s/^ *[0-9]*: [0-9A-F:]* \([0-9A-F]*\):.*/\1/p" /proc/net/tcp /proc/net/tcp6 2>/dev/null |
      grep -v -E "^(0*|[0-9A-F]{6}7F|0{24}01000000|0{16}FFFF0000[0-9A-F]{6}7F)\$" | head -n 1
  }
  require_apart() {
    far=$(outside_end)
    [ -z "$far" ] || { kill -KILL "$etcd"; no "$program was ended, because it connected to somebody outside: $far"; }
  }

  # Whoever listens there already would answer in its place.
  ! grep -q -s -E "^ *[0-9]+: [0-9A-F]+:(094B|094C|305B|305C) [0-9A-F:]+ 0A " /proc/net/tcp /proc/net/tcp6 ||
    no "somebody listens on a port of $program already"
  begun=$(now_ms)
  setpriv --pdeathsig KILL "$program" </dev/null >>"$talk" 2>&1 &
  etcd=$!
  # A linearizable read. With authentication on it is refused only after it was one.
  until said=$(ask --command-timeout=2s get quorate-serves 2>&1) || closed "$said"; do
    require_apart
    runs "$etcd" || no "$program ended instead of serving: $(last_words "$talk")"
    [ "$(ms_since "$begun")" -lt "${seconds}000" ] ||
      no "$program did not serve within $seconds s: $(last_words "$talk")"
    sleep 0.1
  done
  runs "$etcd" || no "$program ended, and somebody else answers at its port: $(last_words "$talk")"
  echo "starting-ms=$(ms_since "$begun")"

  # $1 a number of the answer $2 in JSON.
  number() { printf %s "$2" | sed -n "s/.*\"$1\":\(-*[0-9]*\).*/\1/p"; }
  # What is not told because authentication is on is left out.
  told() {
    key=$1
    shift
    said=$(ask --command-timeout=600s "$@" -w json 2>/dev/null) && say "$key" "$said"
  }
  told status endpoint status && [ -z "$keys_at" ] && keys_at=$(number revision "$said")
  # Before the hash, which takes so long that leases run out.
  if [ -n "$snapshot" ]; then
    if said=$(ask --command-timeout=3h snapshot save "$snapshot" 2>&1); then
      echo "saved=$snapshot"
    else
      closed "$said" || no "no snapshot could be saved to $snapshot: $(last_of "$said")"
    fi
  fi
  # Number and hash of the keys are those at one revision: leases run out meanwhile, and etcd then removes their keys.
  # etcd up to 3.5 hashes no revision that is compacted, but the one that it has.
  if [ -n "$keys_at" ]; then
    if told hash endpoint hashkv --rev="$keys_at"; then echo "hash-at=$keys_at"; else told hash endpoint hashkv; fi
    told keys get "" --prefix --keys-only --limit=1 --rev="$keys_at"
  fi
  # A watch that gets no answer in its time tells nothing. A read of that revision that is answered tells that it is
  # not compacted.
  if [ -n "$watch" ]; then
    case $(timeout --foreground 30 env -i PATH="$PATH" HOME=/ "$ctl" --endpoints=http://127.0.0.1:2379 \
      watch --rev="$watch" --prefix "" </dev/null 2>&1) in
      *"has been compacted"*) echo old-watch=compacted ;;
      *) ! told old-read get "" --prefix --keys-only --limit=1 --rev="$watch" >/dev/null || echo old-watch=open ;;
    esac
  fi

  outside() { say learner-outside "$1"; }
  # Starts the learner, at most three times: a supervisor starts it again too. A learner ends where the
  # member, on a busy machine, does not tell its version in time.
  begin_learner() {
    starts=$((starts + 1))
    [ "$starts" -le 3 ] || return 1
    env ETCD_DATA_DIR="$learner" ETCD_NAME="$ETCD_NAME-learner" \
      ETCD_INITIAL_CLUSTER="$members" ETCD_INITIAL_CLUSTER_STATE=existing \
      ETCD_LISTEN_PEER_URLS=http://127.0.0.1:12380 ETCD_INITIAL_ADVERTISE_PEER_URLS=http://127.0.0.1:12380 \
      ETCD_LISTEN_CLIENT_URLS=http://127.0.0.1:12379 ETCD_ADVERTISE_CLIENT_URLS=http://127.0.0.1:12379 \
      setpriv --pdeathsig KILL "$program" </dev/null >>"$learner.log" 2>&1 &
    joining=$!
  }
  # Waits a little for the learner; false once its starts or its time are over. $1 what it has to do.
  wait_until_it() {
    runs "$joining" || begin_learner ||
      { outside "it ended three times and did not $1: $(last_words "$learner.log")"; return 1; }
    [ "$(ms_since "$joined")" -lt "${seconds}000" ] ||
      { outside "it did not $1 within $seconds s, $detail: $(last_words "$learner.log")"; return 1; }
    sleep 0.1
  }
  # Its port answers only once it is published, which etcd tries again after 7 s.
  has_same_revision() {
    has=$(number revision "$(ask_learner endpoint status -w json 2>/dev/null)")
    wanted=$(number revision "$(ask endpoint status -w json 2>/dev/null)")
    detail="it has revision ${has:-none} and the member ${wanted:-none}"
    [ -n "$has" ] && [ "$has" = "$wanted" ]
  }
  is_promoted() {
    said=$(ask member promote "$id" 2>&1) && return 0
    detail="etcd says $(last_of "$said")"
    # An earlier promotion, whose answer came too late.
    case $said in *"promote a learner member which"*) return 1 ;; *"promote a learner member"*) return 0 ;; *) return 1 ;; esac
  }
  hashkv() { ask_either=$1; shift; "$ask_either" --command-timeout=600s endpoint hashkv -w json 2>/dev/null; }
  hashes_the_same_revisions() {
    detail="it tells no hash"
    its=$(hashkv ask_learner) && other=$(hashkv ask) || return 1
    detail="it tells $its and the member $other"
    [ "$(number revision "$its") $(number compact_revision "$its")" = \
      "$(number revision "$other") $(number compact_revision "$other")" ]
  }
  # Lets a member with empty data join as a learner. It is promoted, because etcd tells no hash of a learner.
  grow() {
    joined=$(now_ms)
    said=$(ask --command-timeout="${seconds}s" member add "$ETCD_NAME-learner" --learner \
      --peer-urls=http://127.0.0.1:12380 2>&1) || { outside "it could not be added: $(last_of "$said")"; return; }
    id=$(printf %s "$said" | sed -n "s/^Member *\([0-9a-f]*\) added.*/\1/p")
    members=$(printf %s "$said" | sed -n "s/^ETCD_INITIAL_CLUSTER=\"\(.*\)\"\$/\1/p")
    starts=0
    begin_learner
    until has_same_revision; do wait_until_it "reach the revision of the member" || return; done
    until is_promoted; do wait_until_it "become a voter" || return; done
    until hashes_the_same_revisions; do wait_until_it "tell a hash over the revisions of the member" || return; done
    echo "learner-ms=$(ms_since "$joined")"
    say hash-beside-learner "$other"
    say hash-of-learner "$its"
  }
  [ -z "$learner" ] || grow
  require_apart
  kill -TERM "$etcd"
  wait "$etcd"
  echo "ended=$?"
'

# Root is for the namespace: what runs in it has no more rights than the member's user has.
as_data_owner="setpriv --pdeathsig KILL"
is_for_us "$data_uid" ||
  as_data_owner="$as_data_owner --reuid $data_uid --regid $data_gid --clear-groups --no-new-privs --"

# etcd dies with this script, whoever kills it: each process with the one that started it, and with
# unshare all that is in its namespace of processes. The time limit is for a script that nobody ends.
# They keep the lock (descriptor 9), which is free only once they are gone.
env -i PATH="$PATH" HOME=/ ETCD_LOGGER=zap ETCD_LOG_OUTPUTS=stderr \
  ETCD_LISTEN_PEER_URLS=http://127.0.0.1:2380 ETCD_LISTEN_CLIENT_URLS=http://127.0.0.1:2379 \
  ETCD_ADVERTISE_CLIENT_URLS=http://127.0.0.1:2379 "$@" \
  setpriv --pdeathsig KILL $apart \
  timeout --foreground -s KILL "$((seconds + 14400))" \
  sh -c "$up" sh $as_data_owner sh -c "$inside" sh "$program" "$ctl" "$talk" "$seconds" "$snapshot" "$watch" "$revision" \
  "${growing:+$target/learner}" ||
  { code=$?; [ "$code" = 3 ] && exit 3; refuse "$program could not be tried apart from every network: $(last_words_of "$talk")"; }
sync -f -- "$target"
