# Renames the data directory a member leaves, and marks the copy as the one that took over. Follows
# sight.sh, lock.sh, place.sh and directory.sh. Called again, it does what is missing.
# more: what to append to the old name, the other data directory, the member's id
# answer: "go <inode of what was seen>", or "go moved" when nothing is left to rename
suffix=$1 to=$2 id=$3
command -v find >/dev/null || refuse "find is missing on the host; install it"
lock
sight
see_directory "$suffix"
ask

# Size and time of every file: etcd changes them as soon as it is started from there.
content() { (cd -- "$1" && find . -type f -printf '%P %s %T@\n' | sort); }

require_copy() {
  old=$(content "$1") && copy=$(content "$to/member") && [ -n "$old" ] && [ "$old" = "$copy" ] ||
    refuse "$to/member is not a copy of $1 as it is now; move it away and copy again"
}

# Where member/ is after the rename.
left=$target
[ "$source" != "$directory" ] || left=$target/member
if [ "$answer" != moved ]; then
  [ "$(inode_of "$source")" = "$answer" ] || exit 77
  require_copy "$directory/member"
  mv -n -T -- "$source" "$target" 2>/dev/null
  if [ "$(inode_of "$target")" != "$answer" ]; then
    refuse "$source could not be renamed to $target; look whether it is busy or read-only"
  fi
  sync -- "$(dirname -- "$target")"
fi
require_copy "$left"
printf '%s\n' "$id" >"$to/moved-here.new" && sync -- "$to/moved-here.new" &&
  mv -f -T -- "$to/moved-here.new" "$to/moved-here" && sync -- "$to" ||
  refuse "$to/moved-here cannot be written; is its file system full or read-only?"
fact moved "$target"
