# What can be seen of a data directory. Functions; follows sight.sh, changes nothing.

# "<device>:<inode>" of something that exists, absent, or unreadable.
inode_of() {
  found=$(stat -c %d:%i -- "$1" 2>&1) && { echo "$found"; return; }
  case $found in
    *"No such file or directory"*) echo absent ;;
    *) echo unreadable ;;
  esac
}

# What is in a directory but what does not count: left by mkfs, set aside before, copied in part, or
# the mark of a hand-over.
content_of() {
  ls -A -- "$1" 2>/dev/null >/dev/null || { echo unreadable; return; }
  ls -A -- "$1" | grep -v -x -e 'lost+found' -e 'member\.aside-.*' -e 'member\.copy' \
    -e 'moved-here' -e 'moved-here\.new' | head -n 1
}

holds_wal() {
  for file in "$directory"/member/wal/*.wal; do
    [ -f "$file" ] && return 0
  done
  return 1
}

# absent, empty, partial, present or unreadable. An empty db is as good as none: etcd makes a new
# one of it.
data_state() {
  case $(inode_of "$directory") in
    # A link to nothing is a disk that is not mounted rather than a lost directory.
    absent) if [ -L "$directory" ]; then echo unreadable; else echo absent; fi; return ;;
    unreadable) echo unreadable; return ;;
  esac
  [ -d "$directory" ] || { echo unreadable; return; }
  case $(content_of "$directory") in
    unreadable) echo unreadable; return ;;
    '') echo empty; return ;;
  esac
  for part in member member/wal member/snap; do
    case $(inode_of "$directory/$part") in
      absent) echo partial; return ;;
      unreadable) echo unreadable; return ;;
    esac
    ls -A -- "$directory/$part" >/dev/null 2>&1 || { echo unreadable; return; }
  done
  if holds_wal && [ -s "$directory/member/snap/db" ]; then echo present; else echo partial; fi
}

# What a rename has to move: the directory, or where it cannot be moved what etcd made in it.
# $1 is what would be appended to its name; empty when nobody wants to move it.
see_directory() {
  fact data "$(data_state)"
  source=$directory
  if [ -L "$directory" ] || mountpoint -q -- "$directory" 2>/dev/null; then
    source=$directory/member
  fi
  target=$source$1
  fact source "$source"
  fact inode "$(inode_of "$source")"
  [ -z "$1" ] || fact target "$target"
  [ -z "$1" ] || fact target-inode "$(inode_of "$target")"
}
