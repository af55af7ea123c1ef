# Renames a data directory, or member/ in a mount point, and the log that has a directory of its own.
# Follows lock.sh, place.sh, directory.sh and rename.sh. Called again, it does what is missing.
# more: what to append to the names
# answer: "go <inode of the data> <inode of the log>"; absent where there is nothing to rename
lock
sight
see_directory "$1"
ask
secure

moved() {
  [ "$3" != absent ] || return 0
  rename_seen "$1" "$2" "$3"
  # What the log says of damage is said of what is now there.
  note "set aside $1"
  fact moved "$2"
}

moved "$source" "$target" "${answer% *}"
[ -z "$wal" ] || moved "$wal" "$wal_target" "${answer#* }"
