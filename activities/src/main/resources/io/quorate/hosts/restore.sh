# Restores a snapshot into a scratch directory beside the data of a member, or for it. Follows
# sight.sh, lock.sh, place.sh, directory.sh and scratch.sh. What an earlier attempt left is removed.
# more: what to append to the name; etcdutl, or etcdctl; the snapshot; the name, peer URL and token
#   of the member; `own` where the log gets the directory that it has to itself, else `inside`;
#   `learner` where one is to join what is restored here, else nothing; further options of the restore
# answer: "go <inode of the scratch directory>"
suffix=$1 tool=$2 snapshot=$3 called=$4 peer_url=$5 cluster_token=$6 place=$7 growing=$8
shift 8
require_commands
lock_for "$suffix"
sight
see_directory "$suffix"
ask
[ "$(inode_of "$target")" = "$answer" ] || exit 77
[ "$place" = own ] || wal=
[ -f "$snapshot" ] && [ -r "$snapshot" ] || refuse "there is no snapshot $snapshot that can be read"

umask 077
remove_scratch "$target"
[ -z "$wal" ] || remove_scratch "$wal_target"
full="cannot be written; is its file system full or read-only?"
mkdir -p -- "$(dirname -- "$target")" 2>/dev/null || refuse "$(dirname -- "$target") $full"
# The database, and a log, which may have a disk to itself.
size=$(size_of "$snapshot")
require_room $((2 * size + log_bytes + $(bytes_of_learner "$growing" "$size"))) "$(dirname -- "$target")"
if [ -n "$wal" ]; then
  mkdir -p -- "$(dirname -- "$wal_target")" 2>/dev/null || refuse "$wal_target $full"
  require_room "$log_bytes" "$(dirname -- "$wal_target")"
  set -- "$@" "--wal-dir=$wal_target"
fi
mkdir -- "$target" 2>/dev/null || refuse "$target $full"
begun=$(now_ms)
# In this script's process group, so that ending it ends this too.
env -i PATH="$PATH" HOME=/ "$tool" snapshot restore "$snapshot" --name "$called" \
  --data-dir "$target/data" --initial-cluster "$called=$peer_url" \
  --initial-cluster-token "$cluster_token" --initial-advertise-peer-urls "$peer_url" "$@" \
  </dev/null >"$target/restore.log" 2>&1 || {
  why=$(last_words_of "$target/restore.log")
  remove_scratch "$target"
  [ -z "$wal" ] || remove_scratch "$wal_target"
  refuse "$snapshot was not restored: $why"
}
fact restoring-ms "$(($(now_ms) - begun))"
sync -f -- "$target"
[ -z "$wal" ] || sync -f -- "$wal_target"
fact restored "$target/data"
