# Work in a directory with the rights of whom the directory belongs to. Functions; follows facts.sh. In a
# directory of another user root would follow what that user put there. Where the directory is root's,
# or who runs this is not root, all stays with who runs this.

# Puts the user and the group of the directory $1, or of the nearest one above that is there, into
# owner_uid and owner_gid.
see_owner() {
  there=$1
  while [ ! -e "$there" ] && [ ! -L "$there" ]; do there=$(dirname -- "$there"); done
  found=$(stat -L -c '%u %g' -- "$there" 2>/dev/null) || refuse "whose $there is cannot be told"
  owner_uid=${found% *} owner_gid=${found#* }
}

# Whether what belongs to this user is for who runs this.
is_for_us() { [ "$1" = 0 ] || [ "$(id -u)" != 0 ]; }

# Runs a command as the user $1 with the group $2, without a way back to more rights.
as_user() {
  uid=$1 gid=$2
  shift 2
  if is_for_us "$uid"; then "$@"; return; fi
  command -v setpriv >/dev/null ||
    refuse "setpriv is missing on the host, and root does not touch what belongs to user $uid; install util-linux"
  if id -un -- "$uid" >/dev/null 2>&1; then groups=--init-groups; else groups=--clear-groups; fi
  setpriv --reuid "$uid" --regid "$gid" "$groups" --no-new-privs -- "$@"
}

# Runs a command as the user that the directory $1 belongs to.
as_owner_of() {
  see_owner "$1"
  shift
  as_user "$owner_uid" "$owner_gid" "$@"
}

# Makes the directory $1 for the user $2 and the group $3, or takes the one that is there. It is made
# by whom the directory above belongs to; root gives away only what it made itself, or what is
# root's and empty. $4 the mode that it is made with, or nothing.
place_for() {
  if [ -L "$1" ] && [ "$(stat -c %u -- "$1")" != 0 ] && ! is_for_us 1; then
    refuse "$1 is a link that somebody else than root made; put a directory there"
  fi
  if [ ! -e "$1" ]; then
    # What is above belongs to nobody's data: the member's user has to get through.
    if is_for_us "$2"; then owner_uid=0 owner_gid=0; else see_owner "$1"; fi
    as_user "$owner_uid" "$owner_gid" mkdir -p -- "$(dirname -- "$1")" &&
      as_user "$owner_uid" "$owner_gid" mkdir -m "${4:-700}" -- "$1" ||
      refuse "$1 cannot be made; is its file system full or read-only?"
  fi
  [ -d "$1" ] || refuse "$1 is in the way, and is no directory; move it away"
  is_for_us "$2" && return
  # Pinned by being in it: what has its name meanwhile is not meant.
  (
    cd -P -- "$1" && [ "$(stat -c %u .)" = 0 ] || exit 0
    [ -z "$(ls -A | grep -v -x 'lost+found' | head -n 1)" ] && chown "$2:$3" .
  ) || refuse "$1 is root's and not empty, and its data belongs to user $2; give it to that user, or empty it"
}

# Refuses a scratch directory that somebody else than the owner of its place, or who runs this, made.
# $1 the directory, $2 its place, $3 another user that may have it, or nothing.
require_made_here() {
  [ -e "$1" ] || [ -L "$1" ] || return 0
  [ -d "$1" ] && [ ! -L "$1" ] ||
    refuse "$1 is in the way, and is no directory that Quorate made; move it away"
  see_owner "$2"
  case $(stat -c %u -- "$1") in
    "$owner_uid"|"$(id -u)"|"${3-0}") ;;
    *) refuse "$1 belongs to $(stat -c %U -- "$1"), who is not the owner of $2; move it away" ;;
  esac
}
