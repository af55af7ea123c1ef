# What a member's place holds, and the name it would get. Functions; follows place.sh and
# directory.sh, changes nothing.

# $1 is what would be appended to the names of the present data and log.
see_present() {
  away=$source$1 wal_away=
  fact away "$away"
  fact away-inode "$(inode_of "$away")"
  # A log in the directory that is renamed goes with it.
  case $wal in ''|"$source"/*) return 0 ;; esac
  wal_away=$wal$1
  fact wal-present-inode "$(inode_of "$wal")"
  fact wal-away "$wal_away"
  fact wal-away-inode "$(inode_of "$wal_away")"
}
