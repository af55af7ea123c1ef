# What can be seen of a program without running it. Functions; follows sight.sh, changes nothing.

# What tells this file from any other, and from itself when it is changed; or absent, unreadable,
# forbidden. A path that cannot be looked at is not absent.
stamp_of() {
  if [ -f "$1" ]; then
    if [ -x "$1" ]; then stat -L -c %d:%i:%s:%.9Y -- "$1" || echo unreadable; else echo forbidden; fi
  else
    case $(stat -L -c %i -- "$1" 2>&1) in
      *"No such file or directory"*) echo absent ;;
      *) echo unreadable ;;
    esac
  fi
}

# "<stamp> <link or file> <where it really is>" under the key $1.
see_program() {
  if [ -L "$2" ] || [ ! -e "$2" ]; then kind=link; else kind=file; fi
  fact "$1" "$(stamp_of "$2") $kind $(readlink -f -- "$2")"
}

# Puts into open what others than root and the user $2 can change of the program $1: the file, or a
# directory on the way to it. Who can change a program decides what it does.
see_open() {
  open= program=$1 users=$2
  set --
  for way in "$program" "$(readlink -f -- "$program")"; do
    [ ! -e "$way" ] || set -- "$@" "$way"
    while [ "$way" != / ] && [ "$way" != . ]; do
      case $way in /*) way=${way%/*} way=${way:-/} ;; *) way=. ;; esac
      set -- "$@" "$way"
    done
  done
  [ $# -gt 0 ] || return 0
  # With a link to a file it is the file that counts, and who may write in its directory.
  open=$(stat -L -c '%u %a %n' -- "$@" 2>/dev/null | while IFS= read -r line; do
    uid=${line%% *} line=${line#* } mode=${line%% *}
    case $uid in 0|"$users") ;; *) echo "${line#* } belongs to user $uid"; break ;; esac
    case $mode in
      1???) ;;
      *[2367]?|*[2367]) echo "${line#* } can be written by others (mode $mode)"; break ;;
    esac
  done)
}

# Puts into member_uid and member_gid as whom the member runs: whom its supervisor names, else whom its
# data belongs to.
see_members_user() {
  ask_supervisor
  user=$(owner_here '')
  if [ -n "$user" ]; then
    member_uid=${user%:*} member_gid=${user#*:}
  else
    see_owner "$directory"
    member_uid=$owner_uid member_gid=$owner_gid
  fi
}

# Whether a program is not run here: root would carry out what others can change, which is in open.
is_left_alone() {
  program=$1 open=
  if is_for_us "$member_uid" && [ "$(id -u)" = 0 ]; then see_open "$program" 0; fi
  [ -n "$open" ]
}
