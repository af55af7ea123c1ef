# Where a member's log is, and what has to be mounted. Functions; follows changes nothing.

# The directory that the log has to itself, as the next start has it; nothing where the log is in
# the data directory.
wal_of_start() {
  own_directory "$(setting ETCD_WAL_DIR)"
}

# start.sh starts etcd in /, so that is where a relative path begins.
own_directory() {
  [ -n "$1" ] || return 0
  case $1 in /*) own=$1 ;; *) own=/$1 ;; esac
  own=${own%/}
  [ "$own" = "$directory/member/wal" ] || echo "$own"
}

# "<mount point><tab><what says so>" for every place where a disk has to be mounted.
mount_points() {
  case $mount_point in
    none) return ;;
    /*) printf '%s\t%s\n' "$mount_point" "the configuration (mountPoint)" ;;
  esac
  [ ! -r "$mount_table" ] || fstab_points <"$mount_table"
  unit_points
}

# A tmpfs keeps nothing: where it is not mounted, nothing is hidden. Blanks are written \040.
fstab_points() {
  while read -r device where type rest || [ -n "$device" ]; do
    case $device:$type in '#'*|*:tmpfs|*:swap) continue ;; esac
    case $where in
      /?*) printf "$(printf %s "$where" | sed 's/%/%%/g')\t%s\n" "$mount_table" ;;
    esac
    device=
  done
}

# Of units with one name systemd takes the one in the first folder; a link to /dev/null is a unit
# that is switched off. The folders are separated by colons. Without a process for each unit: a
# machine has many, and every look asks this.
unit_points() (
  IFS=:
  for folder in $mount_units; do
    grep -sHE '^(Where=/.|Type=tmpfs)' "$folder"/*.mount
  done | {
    last= point= tmpfs=
    while IFS= read -r line; do
      case $line in *.mount:Where=*) unit=${line%%.mount:Where=*}.mount ;; *) unit=${line%.mount:*}.mount ;; esac
      [ "$unit" = "$last" ] || { say_point; last=$unit point= tmpfs=; }
      case $line in "$unit":Where=*) point=${line#"$unit":Where=} ;; *) tmpfs=yes ;; esac
    done
    say_point
  }
)

# The place of the unit in last, if it is one that counts.
say_point() {
  [ -n "$point" ] && [ -z "$tmpfs" ] || return 0
  for folder in $mount_units; do
    [ -e "$folder/${last##*/}" ] || continue
    [ "$folder/${last##*/}" != "$last" ] || printf '%s\t%s\n' "$point" "$last"
    return 0
  done
}

# The first of these places that a path is at or below, and that is not mounted.
unmounted_above() {
  real=$(readlink -m -- "$1")
  mount_points | while IFS="$tab" read -r where says; do
    case $1/ in "${where%/}"/*) ;; *) case $real/ in "${where%/}"/*) ;; *) continue ;; esac ;; esac
    mountpoint -q -- "$where" 2>/dev/null || printf '%s\t%s\n' "$where" "$says"
  done | head -n 1
}

# Why no empty log can be begun there: etcd deletes all that is in the directory, and then puts
# another one in its place.
wal_obstacle() {
  if mountpoint -q -- "$wal" 2>/dev/null; then
    echo mount
  elif [ -L "$wal" ]; then
    echo link
  else
    case $directory/ in "$wal"/*) echo holds-data ;; esac
  fi
}
