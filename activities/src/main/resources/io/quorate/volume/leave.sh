# Renames the data directory a member leaves, and its log where that has a directory of its own. Follows
# lock.sh, place.sh, directory.sh, rename.sh and files.sh. Called again, it does what is missing.
# more: what to append to the old names; the sum of the copy's sizes and times (survey-copy.sh); where the
#   copy is, for messages
# answer: "go <inode of the data> <inode of the log>"; absent where nothing is left to rename
suffix=$1 copied=$2 copy=$3
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

require_copy() {
  left_here=$(content_sum "$1" "$2")
  [ -n "$left_here" ] && [ "$left_here" = "$copied" ] ||
    refuse "$copy is not a copy of $1 as it is now; move it away and copy again"
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
[ "$data_inode" = absent ] || rename_seen "$source" "$target" "$data_inode"
[ "$log_inode" = absent ] || rename_seen "$wal" "$wal_target" "$log_inode"
require_copy "$left" "$left_log"
case $left_log in
  "$target"/*) fact moved "$target" ;;
  *) fact moved "$target and $left_log" ;;
esac
