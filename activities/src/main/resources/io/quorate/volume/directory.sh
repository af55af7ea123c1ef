# What can be seen of a data directory. Functions; follows place.sh, changes nothing.

# "<device>:<inode>" of something that exists, absent, or unreadable.
inode_of() {
  found=$(stat -c %d:%i -- "$1" 2>&1) && { echo "$found"; return; }
  case $found in
    *"No such file or directory"*) echo absent ;;
    *) echo unreadable ;;
  esac
}

# What is in a directory but what does not count: left by mkfs, set aside before, copied or restored
# in part, or the mark of a hand-over. A log of its own is looked at by itself.
content_of() {
  ls -A -- "$1" 2>/dev/null >/dev/null || { echo unreadable; return; }
  ls -A -- "$1" | grep -v -x -e 'lost+found' -e '.*\.aside-.*' -e 'member\.copy' \
    -e '.*\.\(salvage\|trial\|verify\|restore\|restored\|delivery\)-.*' -e 'moved-here' -e 'moved-here\.new' |
    grep -v -x -F -e "${wal#"$1"/}" | head -n 1
}

# Where the segments of the log are.
segments=${segments:-$directory/member/wal}

holds_wal() {
  for file in "$segments"/*.wal; do
    [ -f "$file" ] && return 0
  done
  return 1
}

# none, empty or filled: whether a log of its own is in the way of an empty member. Or unreadable.
wal_state() {
  [ -n "$wal" ] || { echo none; return; }
  case $(inode_of "$wal") in
    absent) if [ -L "$wal" ]; then echo unreadable; else echo empty; fi; return ;;
    unreadable) echo unreadable; return ;;
  esac
  [ -d "$wal" ] || { echo unreadable; return; }
  case $(content_of "$wal") in
    unreadable) echo unreadable ;;
    '') echo empty ;;
    *) echo filled ;;
  esac
}

# absent, empty, partial, present or unreadable. An empty db is as good as none: etcd makes a new
# one of it. With a log left over etcd would go on with that.
data_state() {
  [ -z "$unmounted" ] || { echo unreadable; return; }
  case $log_state in
    unreadable) echo unreadable; return ;;
    filled) nothing=partial ;;
    *) nothing= ;;
  esac
  case $(inode_of "$directory") in
    # A link to nothing is a disk that is not mounted rather than a lost directory.
    absent)
      if [ -L "$directory" ]; then echo unreadable; else echo "${nothing:-absent}"; fi
      return ;;
    unreadable) echo unreadable; return ;;
  esac
  [ -d "$directory" ] || { echo unreadable; return; }
  case $(content_of "$directory") in
    unreadable) echo unreadable; return ;;
    '') echo "${nothing:-empty}"; return ;;
  esac
  for looked_at in "$directory/member" "$segments" "$directory/member/snap"; do
    case $(inode_of "$looked_at") in
      absent) echo partial; return ;;
      unreadable) echo unreadable; return ;;
    esac
    ls -A -- "$looked_at" >/dev/null 2>&1 || { echo unreadable; return; }
  done
  if holds_wal && [ -s "$directory/member/snap/db" ]; then echo present; else echo partial; fi
}

# What a rename has to move: the directory, or where it cannot be moved what etcd made in it; and the
# log that has a directory of its own.
# $1 is what would be appended to its name; empty when nobody wants to move it.
see_directory() {
  wal=$(wal_of_start)
  unmounted=$(unmounted_above "$directory") disk=data
  if [ -z "$unmounted" ] && [ -n "$wal" ]; then
    unmounted=$(unmounted_above "$wal") disk=log
  fi
  [ -z "$wal" ] || segments=$wal
  log_state=$(wal_state)
  fact data "$(data_state)"
  [ -z "$unmounted" ] || fact unmounted "$disk$tab$unmounted"
  source=$directory
  if [ -L "$directory" ] || mountpoint -q -- "$directory" 2>/dev/null; then
    source=$directory/member
  fi
  target=$source$1
  fact source "$source"
  fact inode "$(inode_of "$source")"
  [ -z "$1" ] || fact target "$target"
  [ -z "$1" ] || fact target-inode "$(inode_of "$target")"
  [ -z "$wal" ] || see_wal "$1"
}

see_wal() {
  wal_target=$wal$1
  fact wal "$wal"
  fact wal-obstacle "$(wal_obstacle)"
  # A log in the directory that is renamed goes with it.
  case $log_state:$wal in
    filled:"$source"/*) fact wal-inode absent ;;
    filled:*) fact wal-inode "$(inode_of "$wal")" ;;
    *) fact wal-inode absent ;;
  esac
  [ -z "$1" ] || fact wal-target "$wal_target"
  [ -z "$1" ] || fact wal-target-inode "$(inode_of "$wal_target")"
}
