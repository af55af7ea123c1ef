# Work beside a member's data, with the rights of whom the data belongs to. Functions; follows sight.sh.
# Root is for systemd, the kubelet's folder and the hold: in a directory of another user root would
# follow what that user put there. Where the data is root's, or who runs this is not root, all stays
# with who runs this.

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

# Says where the file that a member is started from and its directory belong to two users, and the owner
# of the directory, who writes the file anew, cannot read it.
see_owners_of_environment() {
  ! is_for_us 1 || return 0
  file=$(readlink -f -- "$environment")
  set -- $(stat -c '%u %g' -- "$file" "$(dirname -- "$file")" 2>/dev/null)
  [ $# -ne 4 ] || is_for_us "$3" || [ "$1" = "$3" ] ||
    ! command -v setpriv >/dev/null || as_user "$3" "$4" test -r "$file" ||
    fact environment-owners "$1 $3 $file"
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

# Goes on with the rest of this script as the owner of the directory $1; the rest are the arguments
# that the script has by now. The text of the rest is in owners_part, with all functions: no line of
# the shared parts may set anew what is exported here.
continue_as_owner_of() {
  see_owner "$1"
  ! is_for_us "$owner_uid" || return 0
  shift
  export answer acting wal source target wal_target segments log_state unmounted disk \
    to to_wal from part whole expected data_bytes log_bytes suffix sum position piece growing \
    full tool snapshot called peer_url cluster_token place id copied real_directory
  as_user "$owner_uid" "$owner_gid" env QUORATE_WORD=- sh -c "$owners_part" sh \
    "$name" "$directory" "$environment" "$binary" "$service" "$log" "$lock_wait" "$answer_wait" \
    "$mount_point" "$mount_table" "$mount_units" "$@"
  exit $?
}
