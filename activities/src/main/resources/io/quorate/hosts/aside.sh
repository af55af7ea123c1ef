# Renames a data directory, or member/ in a mount point. Follows sight.sh, lock.sh, directory.sh.
# more: what to append to the name
lock
sight
see_directory "$1"
ask

# Only what was seen: whoever made another one since then keeps it.
[ "$(inode_of "$source")" = "$answer" ] || exit 77
mv -n -T -- "$source" "$target" 2>/dev/null
# mv -n succeeds without doing anything; the inode tells what really happened.
if [ "$(inode_of "$target")" = "$answer" ]; then
  sync -- "$(dirname -- "$target")"
  # What the log says of damage is said of what is now there.
  [ ! -w "$log" ] || echo "quorate: set aside $source" >>"$log"
  fact moved "$target"
elif [ "$(inode_of "$source")" = "$answer" ]; then
  refuse "$source could not be renamed to $target; look whether it is busy or read-only"
else
  fact unknown "neither $source nor $target is the directory that was to be renamed"
  exit 4
fi
