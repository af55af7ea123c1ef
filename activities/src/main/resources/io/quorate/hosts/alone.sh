# Starts etcd in a network namespace of its own, asks it and stops it: nobody can reach it there, and
# it can reach nobody. Follows sight.sh, lock.sh, place.sh, directory.sh and scratch.sh.
# more: what to append to the name of the scratch directory; the programs etcd and etcdctl; seconds
#   until it has to serve; a snapshot to save, or nothing; the revision of an old watch, or nothing;
#   then its variables, KEY=VALUE each
# answer: "go <inode of the scratch directory>"
suffix=$1 program=$2 ctl=$3 seconds=$4 snapshot=$5 watch=$6
shift 6
lock_for "$suffix"
sight
see_directory "$suffix"
ask
[ "$(inode_of "$target")" = "$answer" ] || exit 77
umask 077
mkdir -p -- "$target" 2>/dev/null ||
  refuse "$target cannot be made; is its file system full or read-only?"
talk=$target/etcd.log

# Runs in the namespace. $1 etcd, $2 etcdctl, $3 log of etcd, $4 seconds, $5 snapshot, $6 revision.
inside='
  ip link set lo up 2>/dev/null || ifconfig lo up 2>/dev/null ||
    { echo "refused=the loopback of a network namespace cannot be brought up: $(ip link set lo up 2>&1 | head -n 1)"; exit 3; }
  program=$1 ctl=$2 talk=$3 seconds=$4 snapshot=$5 watch=$6
  ask() { env -i PATH="$PATH" HOME=/ "$ctl" --endpoints=http://127.0.0.1:2379 "$@" </dev/null; }
  closed() { case $1 in *"user name is empty"*|*"permission denied"*) return 0 ;; *) return 1 ;; esac; }
  last_words() { tail -n 3 -- "$talk" | cut -c 1-600 | tr "\n" " "; }

  begun=$(date +%s%N)
  "$program" </dev/null >>"$talk" 2>&1 &
  etcd=$!
  # A linearizable read. With authentication on it is refused only after it was one.
  until said=$(ask --command-timeout=2s get quorate-serves 2>&1) || closed "$said"; do
    kill -0 "$etcd" 2>/dev/null && [ "$(sed -n "s/^State:[[:space:]]*\(.\).*/\1/p" "/proc/$etcd/status")" != Z ] ||
      { echo "refused=$program ended instead of serving: $(last_words)"; exit 3; }
    [ $((($(date +%s%N) - begun) / 1000000000)) -lt "$seconds" ] ||
      { echo "refused=$program did not serve within $seconds s: $(last_words)"; exit 3; }
    sleep 0.1
  done
  echo "starting-ms=$((($(date +%s%N) - begun) / 1000000))"

  # What is not told because authentication is on is left out.
  told() {
    key=$1
    shift
    ! said=$(ask --command-timeout=600s "$@" -w json 2>/dev/null) || echo "$key=$said"
  }
  told status endpoint status
  told hash endpoint hashkv
  told keys get "" --prefix --keys-only --limit=1
  if [ -n "$watch" ]; then
    said=$(timeout --foreground 5 env -i PATH="$PATH" HOME=/ "$ctl" --endpoints=http://127.0.0.1:2379 \
      watch --rev="$watch" --prefix "" </dev/null 2>&1)
    echo "old-watch=$(printf %s "$said" | head -c 500 | tr "\n" " ")"
  fi
  if [ -n "$snapshot" ]; then
    if said=$(ask --command-timeout=3h snapshot save "$snapshot" 2>&1); then
      echo "saved=$snapshot"
    else
      closed "$said" || { echo "refused=no snapshot could be saved to $snapshot: $(printf %s "$said" | tail -c 600 | tr "\n" " ")"; exit 3; }
    fi
  fi
  kill -TERM "$etcd"
  wait "$etcd"
  echo "ended=$?"
'

# etcd dies with this script, whoever kills it: unshare with this shell, and with unshare all that is
# in its namespace of processes. The time limit is for a script that nobody ends. They keep the
# lock (descriptor 9), which is free only once they are gone.
env -i PATH="$PATH" HOME=/ ETCD_LOGGER=zap ETCD_LOG_OUTPUTS=stderr \
  ETCD_LISTEN_PEER_URLS=http://127.0.0.1:2380 ETCD_LISTEN_CLIENT_URLS=http://127.0.0.1:2379 \
  ETCD_ADVERTISE_CLIENT_URLS=http://127.0.0.1:2379 "$@" \
  setpriv --pdeathsig KILL unshare --net --pid --fork --kill-child --mount-proc \
  timeout --foreground -s KILL "$((seconds + 14400))" \
  sh -c "$inside" sh "$program" "$ctl" "$talk" "$seconds" "$snapshot" "$watch" ||
  { code=$?; [ "$code" = 3 ] && exit 3; refuse "$program could not be tried in a network namespace: $(last_words_of "$talk")"; }
sync -f -- "$target"
