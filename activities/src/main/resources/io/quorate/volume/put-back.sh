# Renames the present data of a member away, and what was set aside back to its place, never
# replacing anything. Follows lock.sh, place.sh, directory.sh, rename.sh and present.sh. Called
# again, it does what is missing.
# more: what was appended when it was set aside; what to append to the present data
# answer: "go <inode of the data> <of the log> <of the data aside> <of the log aside>", absent where
#   there is nothing to rename
lock
sight
see_directory "$1"
see_present "$2"
ask
secure
# Unquoted: four words.
set -- $answer
[ $# = 4 ] || exit 76

moved() { # $1 from, $2 to, $3 the inode that was seen
  [ "$3" != absent ] || return 0
  rename_seen "$1" "$2" "$3"
  # What the log says of damage is said of what was there then.
  note "renamed $1 to $2"
  fact moved "$1 to $2"
}

# In between there is either no data or no database: nothing is started on that.
moved "$source" "$away" "$1"
[ -z "$wal" ] || moved "$wal" "$wal_away" "$2"
[ -z "$wal" ] || moved "$wal_target" "$wal" "$4"
moved "$target" "$source" "$3"
