# Scratch directories of an operation, beside the data of a member. Functions; follows lock.sh, place.sh and directory.sh.

# The member's lock. What has nothing to do with its data has one of its own: the member may run
# meanwhile, and be stopped.
lock_for() {
  case $1 in
    .trial-*|.delivery-*) lock_file=${lock_file%.lock}${1%%-*}.lock; lock ;;
    *) lock ;;
  esac
}

require_commands() {
  for wanted in cp cut dirname du find rm sha256sum sort; do
    command -v "$wanted" >/dev/null || refuse "$wanted is missing on the host; install it"
  done
}

# Removes what Quorate made itself, which its name says, and nothing else: no link, no mount point.
remove_scratch() {
  [ -e "$1" ] || [ -L "$1" ] || return 0
  case ${1##*/} in
    ?*.salvage-?*|?*.trial-?*|?*.verify-?*|?*.restore-?*|?*.delivery-?*) ;;
    *) refuse "$1 is not removed: its name says that somebody else made it" ;;
  esac
  [ -d "$1" ] && [ ! -L "$1" ] && ! mountpoint -q -- "$1" ||
    refuse "$1 is in the way, and is no directory that Quorate made; move it away"
  # The owner of the data may not remove the directory itself, which is empty then.
  rm -rf --one-file-system -- "$1" 2>/dev/null || [ -z "$(ls -A -- "$1" 2>/dev/null)" ] ||
    refuse "$1 could not be removed; is its file system read-only?"
}

# Refuses what is no file of the copy in the scratch directory: a link could lead to the member's own
# data.
require_own() {
  case $(readlink -f -- "$1") in
    "$(readlink -f -- "$target")"/*) [ -f "$1" ] && [ ! -L "$1" ] ;;
    *) false ;;
  esac || refuse "$1 is no file of the copy itself"
}

# $1 bytes are needed in directory $2.
require_room() {
  space=$(stat -f -c '%a %S' -- "$2") || refuse "$2 cannot be looked at; look at its disk"
  free=$((${space% *} * ${space#* }))
  [ "$free" -ge "$1" ] ||
    refuse "$2 has $((free / 1048576)) MiB of room, and $((($1 - 1) / 1048576 + 1)) MiB are needed; make room"
}

# As require_room, and leaves no directory behind that was made for nothing.
room_or_nothing() {
  (require_room "$@") && return
  rmdir -- "$target" 2>/dev/null
  [ -z "$wal" ] || rmdir -- "$wal_target" 2>/dev/null
  exit 3
}

# The log of a new member: two files of 64 MB.
new_log_bytes=130000000

# Bytes that a learner needs that joins on trial: $1 is learner, or nothing where none does; $2 the size of the
# snapshot.
bytes_of_learner() {
  case $1 in
    learner) echo $(($2 + new_log_bytes)) ;;
    *) echo 0 ;;
  esac
}

# Milliseconds since the machine was started, by which time is taken: a clock can be set meanwhile.
now_ms() { IFS=' .' read -r up part rest </proc/uptime; echo "$up${part}0"; }

# The size of a file; 0 where there is none.
size_of() { stat -L -c %s -- "$1" 2>/dev/null || echo 0; }

# The last lines of a log in a scratch directory, whose owner may have put a link there.
last_words_of() {
  as_owner_of "$(dirname -- "$1")" tail -n 3 -- "$1" 2>/dev/null | cut -c 1-600 | tr '\n' ' '
}

# The SHA-256 of the first $2 bytes of a file.
sum_of() { head -c "$2" -- "$1" | sha256sum | cut -d ' ' -f 1; }

# Makes the scratch directory for whom the data belongs to, or takes the one that an earlier attempt
# made.
scratch_place() {
  see_data_owner
  require_made_here "$target" "$(dirname -- "$target")" "$data_uid"
  place_for "$target" "$data_uid" "$data_gid"
}

# Puts the user and the group of the data into data_uid and data_gid. What etcd itself made comes first:
# somebody else may have made the directory around it. Where there is no data, what was set aside tells
# whose it was, else the supervisor.
see_data_owner() {
  ask_supervisor
  aside=$(ls -d -- "$source".aside-* 2>/dev/null | tail -n 1)
  for before in "$directory/member" "$source" "${aside:+$aside/member}" "$aside"; do
    [ -d "$before" ] || continue
    see_owner "$before"
    data_uid=$owner_uid data_gid=$owner_gid
    return
  done
  user=$(owner_here 0:0)
  data_uid=${user%:*} data_gid=${user#*:}
}
