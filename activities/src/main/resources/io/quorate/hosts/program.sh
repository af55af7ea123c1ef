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
