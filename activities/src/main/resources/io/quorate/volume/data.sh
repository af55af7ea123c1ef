# The data directory, what the log says about it, and which etcd it would be started with.
# Functions; follows place.sh, directory.sh and words.sh, changes nothing.

see_free() {
  # The nearest directory that is there: one that is not made yet has a file system too.
  there=$2
  while [ ! -e "$there" ]; do there=$(dirname -- "$there"); done
  # Blocks that others than root may use, times their size.
  space=$(stat -f -c '%a %S' -- "$there" 2>/dev/null) && fact "$1" "$((${space% *} * ${space#* }))"
}

# What data and log take on the disk, and where no process writes them what tells these files from all
# others: whoever has read all of them need not read them again. A person, a backup or another machine
# cannot change a file and leave its inode, its size and both its times.
see_files() {
  database=$directory/member/snap/db
  taken=$(du -s -B1 -- "$directory/member/" 2>/dev/null | cut -f 1)
  case $segments in
    "$directory"/*) ;;
    *) taken=$((${taken:-0} + $(du -s -B1 -- "$segments/" 2>/dev/null | cut -f 1) + 0)) ;;
  esac
  fact data-bytes "${taken:-0}"
  size=$(stat -L -c %s -- "$database" 2>/dev/null) && fact database-bytes "$size"
  [ -n "$1" ] || return 0
  listed=$(stat -L -c '%n %i %s %y %z' -- "$directory"/member/snap/* "$segments"/*.wal 2>/dev/null)
  [ -z "$listed" ] || fact files-sum "$(printf '%s' "$listed" | sha256sum | cut -c 1-32)"
  written=$(stat -L -c %Y -- "$segments"/*.wal 2>/dev/null | sort -n | tail -n 1)
  [ -z "$written" ] || fact written "$written"
}

# $1 are the strings that make a line of the log telling.
see_data() {
  ask_supervisor
  see_directory ""
  see_binary
  see_free free "$directory"
  [ -z "$wal" ] || see_free wal-free "$wal"
  changed=$(stat -L -c %Y -- "$directory" 2>/dev/null) && fact changed "$changed"
  # A process knows where its log is, and the next start goes by the environment file.
  still=yes
  if stated=$(log_of_running); then
    still=
    wal_now=$(own_directory "$stated")
    fact wal-now "$wal_now"
    # Files that a process writes are not read: over a network that would take ten round trips. The
    # log that the process writes tells whose data it is.
    ! data_locked || { fact used yes; segments=${wal_now:-$directory/member/wal}; }
  fi
  [ ! -r "$directory/moved-here" ] || fact moved-here "$(as_owner_of "$directory" head -n 1 -- "$directory/moved-here")"
  # A restore writes a raft snapshot of term 1, which etcd itself never does: its first leader is
  # elected in term 2. It is gone once five later ones were made.
  for file in "$directory"/member/snap/0000000000000001-*.snap; do
    [ -f "$file" ] && fact restored "${file##*/}"
  done
  # Whose data it is stands at the head of every segment of the log; the last name is the newest.
  segment=
  oldest=
  for file in "$segments"/*.wal; do
    [ -f "$file" ] && segment=$file && oldest=${oldest:-$file}
  done
  # The times of creation and change tell whether etcd's log lines are about these files, or about files
  # that were here before.
  made=$(stat -c %W -- "$directory/member" 2>/dev/null) && fact made "$made"
  [ -z "$oldest" ] || fact log-made "$(stat -c %W -- "$oldest" 2>/dev/null)"
  [ -z "$oldest" ] || fact log-changed "$(stat -L -c %Z -- "$segments"/*.wal 2>/dev/null | sort -n | tail -n 1)"
  changed=$(stat -L -c %Z -- "$directory/member/snap/db" 2>/dev/null) && fact database-changed "$changed"
  # The owner of "member" owns the data, so the log is read with the rights of this owner. Where "member"
  # is a link, the owner of the link counts.
  set -- "$1" $(stat -c '%u %g' -- "$directory/member" 2>/dev/null)
  [ -z "$segment" ] || [ $# -ne 3 ] ||
    fact wal-head "$(as_user "$2" "$3" head -c 512 -- "$segment" 2>/dev/null | od -An -v -tx1 | tr -d ' \n')"
  [ -z "$segment" ] || see_files "$still"
  see_telling_lines "$1"
}
