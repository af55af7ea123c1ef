# Restores a snapshot into a scratch directory beside the data of a member, or for it. Follows
# lock.sh, place.sh, directory.sh and scratch.sh. What an earlier attempt left is removed.
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
full="cannot be written; is its file system full or read-only?"
remove_scratch "$target"
[ -z "$wal" ] || remove_scratch "$wal_target"
scratch_place
if ! is_for_us "$data_uid"; then
  [ -z "$wal" ] || place_for "$wal_target" "$data_uid" "$data_gid"
  # Snapshots of this machine are Quorate's alone.
  if ! as_user "$data_uid" "$data_gid" test -r "$snapshot"; then
    size=$(size_of "$snapshot")
    room_or_nothing $((3 * size + new_log_bytes + $(bytes_of_learner "$growing" "$size"))) "$target"
    (umask 077; as_user "$data_uid" "$data_gid" sh -c 'cat >"$1"' sh "$target/snapshot" <"$snapshot") ||
      refuse "$target $full"
    snapshot=$target/snapshot
  fi
fi
continue_as_owner_of "$target" "$@"

umask 077
# The database, and a log, which may have a disk to itself.
size=$(size_of "$snapshot")
room_or_nothing $((2 * size + new_log_bytes + $(bytes_of_learner "$growing" "$size"))) "$(dirname -- "$target")"
log_made=
if [ -n "$wal" ]; then
  above=$(dirname -- "$wal_target")
  mkdir -p -- "$above" 2>/dev/null || refuse "$wal_target $full"
  room_or_nothing "$new_log_bytes" "$above"
  # A tool makes the directory of the log itself; in one that was made for the data's owner, below it.
  log_made=$wal_target
  [ ! -d "$wal_target" ] || log_made=$wal_target/made
  set -- "$@" "--wal-dir=$log_made"
fi
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
if [ -n "$log_made" ] && [ "$log_made" != "$wal_target" ]; then
  mv -n -- "$log_made"/* "$wal_target" && rmdir -- "$log_made" || refuse "$wal_target $full"
fi
[ "$snapshot" != "$target/snapshot" ] || rm -f -- "$snapshot"
fact restoring-ms "$(($(now_ms) - begun))"
sync -f -- "$target"
[ -z "$wal" ] || sync -f -- "$wal_target"
fact restored "$target/data"
