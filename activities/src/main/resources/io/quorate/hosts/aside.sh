# Renames a data directory, or member/ in a mount point, and the log that has a directory of its own.
# Follows sight.sh, lock.sh, place.sh and directory.sh. Called again, it does what is missing.
# more: what to append to the names
# answer: "go <inode of the data> <inode of the log>"; absent where there is nothing to rename
lock
sight
see_directory "$1"
ask
secure

# Only what was seen: whoever made another one since then keeps it.
moved() {
  [ "$3" != absent ] || return 0
  [ "$(inode_of "$1")" = "$3" ] || exit 77
  mv -n -T -- "$1" "$2" 2>/dev/null
  # mv -n succeeds without doing anything; the inode tells what really happened.
  if [ "$(inode_of "$2")" = "$3" ]; then
    sync -- "$(dirname -- "$2")"
    # What the log says of damage is said of what is now there.
    note "set aside $1"
    fact moved "$2"
  elif [ "$(inode_of "$1")" = "$3" ]; then
    refuse "$1 could not be renamed to $2; look whether it is busy or read-only"
  else
    fact unknown "neither $1 nor $2 is the directory that was to be renamed"
    exit 4
  fi
}

moved "$source" "$target" "${answer% *}"
[ -z "$wal" ] || moved "$wal" "$wal_target" "${answer#* }"
