# Renames the data directory a member leaves, and its log where that has a directory of its own, and
# marks the copy as the one that took over. Follows sight.sh, lock.sh, place.sh and directory.sh.
# Called again, it does what is missing.
# more: what to append to the old names, the other data directory, the member's id, the directory of
# the log there or nothing
# answer: "go <inode of the data> <inode of the log>"; absent where nothing is left to rename
suffix=$1 to=$2 id=$3 to_wal=$4
command -v find >/dev/null || refuse "find is missing on the host; install it"
lock
sight
see_directory "$suffix"
ask
secure
data_inode=${answer% *} log_inode=${answer#* }

# Where data and log are after the renames; a log in the directory that is renamed goes with it.
left=$target
[ "$source" != "$directory" ] || left=$target/member
case $wal in
  '') left_log=$left/wal ;;
  "$source"/*) left_log=$target${wal#"$source"} ;;
  *) left_log=$wal_target ;;
esac

# Size and time of every file: etcd changes them as soon as it is started from there.
content() {
  (cd -- "$1" && find . -path ./wal -prune -o -type f -printf '%P %s %T@\n' | sort) && echo log &&
    (cd -- "$2" && find . -type f -printf '%P %s %T@\n' | sort)
}

require_copy() {
  old=$(content "$1" "$2") && copy=$(content "$to/member" "${to_wal:-$to/member/wal}") &&
    [ "$old" != log ] && [ "$old" = "$copy" ] ||
    refuse "$to/member is not a copy of $1 as it is now; move it away and copy again"
}

# Only what was seen.
moved() {
  [ "$3" != absent ] || return 0
  mv -n -T -- "$1" "$2" 2>/dev/null
  if [ "$(inode_of "$2")" != "$3" ]; then
    refuse "$1 could not be renamed to $2; look whether it is busy or read-only"
  fi
  sync -- "$(dirname -- "$2")"
}

at=$left at_log=$left_log
if [ "$data_inode" != absent ]; then
  [ "$(inode_of "$source")" = "$data_inode" ] || exit 77
  at=$directory/member at_log=$segments
fi
if [ "$log_inode" != absent ]; then
  [ "$(inode_of "$wal")" = "$log_inode" ] || exit 77
  at_log=$wal
fi
require_copy "$at" "$at_log"
moved "$source" "$target" "$data_inode"
moved "$wal" "${wal_target:-}" "$log_inode"
require_copy "$left" "$left_log"
printf '%s\n' "$id" >"$to/moved-here.new" && sync -- "$to/moved-here.new" &&
  mv -f -T -- "$to/moved-here.new" "$to/moved-here" && sync -- "$to" ||
  refuse "$to/moved-here cannot be written; is its file system full or read-only?"
case $left_log in
  "$target"/*) fact moved "$target" ;;
  *) fact moved "$target and $left_log" ;;
esac
