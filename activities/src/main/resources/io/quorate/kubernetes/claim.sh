# The claim of a member, which a keeper pod mounts: this script runs in the keeper, where no process of the
# member is. Whether the member runs is asked of the API server. Functions and further arguments; follows
# facts.sh, volume.sh and owner.sh, changes nothing.
#
# further arguments: name wal-directory lock
# name: ETCD_NAME; wal-directory: ETCD_WAL_DIR, or empty; lock: one keeper has one claim, and all workers use
#   the same keeper
name=$1 wal_directory=$2 lock_file=$3
shift 3

# Runs the command $1 with these arguments before the others.
with_words() {
  run_with_words=$1
  shift
  "$run_with_words" "$name" "$wal_directory" "$lock_file" "$@"
}

# Whether a process on this node has the data open: etcd locks its database from soon after its start to
# its end. A file system without locks proves nothing.
data_locked() {
  [ -f "$directory/member/snap/db" ] || return 1
  flock -n -s -E 9 "$directory/member/snap/db" true 2>/dev/null
  [ $? -eq 9 ]
}

sight() { ! data_locked || fact data-locked yes; }

log_of_running() { return 1; }

# The template of the StatefulSet has the settings, and the API server the log.
setting() {
  case $1 in
    ETCD_NAME) printf '%s\n' "$name" ;;
    ETCD_WAL_DIR) printf '%s\n' "$wal_directory" ;;
  esac
}
ask_supervisor() { :; }
see_binary() { :; }
read_log() { :; }

# The keeper runs as the user that the member runs as.
owner_here() { echo "$1"; }
