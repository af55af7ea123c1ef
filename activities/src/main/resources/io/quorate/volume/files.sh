# The files of a member, as they are copied to another place. Functions; follows place.sh and
# directory.sh. $part, $whole and $to_wal name the place they come to.

require_file_tools() {
  for wanted in cp cut dirname du find head sha256sum sort touch; do
    command -v "$wanted" >/dev/null || refuse "$wanted is missing on the host; install it"
  done
  find / -maxdepth 0 -printf '' 2>/dev/null ||
    refuse "find on the host is not GNU find; install findutils"
}

# Data without its log, and a log. By name, so that equal directories give equal text.
data_files() { find . -path ./wal -prune -o -type f -print | sort; }
log_files() { find . -type f | sort; }
hashed() { while IFS= read -r file; do sha256sum -- "$file"; done; }
sums() { (cd -- "$1" && data_files | hashed) && echo log && (cd -- "$2" && log_files | hashed); }

# Size and time of every file: etcd changes them as soon as it is started from there.
content() {
  (cd -- "$1" && find . -path ./wal -prune -o -type f -printf '%P %s %T@\n' | sort) && echo log &&
    (cd -- "$2" && find . -type f -printf '%P %s %T@\n' | sort)
}
# In short; empty where there are no files.
content_sum() {
  text=$(content "$1" "$2" 2>/dev/null) && [ "$text" != log ] || return 0
  printf '%s\n' "$text" | sha256sum | cut -d ' ' -f 1
}

refuse_odd() {
  odd=$(find "$1" "$2" ! -type f ! -type d | head -n 1)
  [ -z "$odd" ] || refuse "$odd is neither a file nor a directory, so it is not copied; use replace"
  odd=$(find "$1" "$2" -name "*[$controls]*" | head -n 1)
  [ -z "$odd" ] || refuse "$odd has a name that etcd gives no file, so it is not copied; move it away, or use replace"
}

bytes_below() { du -s -B1 -- "$1" | cut -f 1; }
# $1 has to have room for $2 bytes, of which $3 are there.
require_room_for_copy() {
  space=$(stat -f -c '%a %S' -- "$1")
  free=$((${space% *} * ${space#* } + $3))
  [ "$free" -gt "$2" ] ||
    refuse "$1 has $((free / 1048576)) MiB of room, and $from has $(($2 / 1048576)) MiB; make room"
}

# Before the first copy nothing of ours is in the other log. $1 the log that is to be copied.
require_empty_log() {
  [ -n "$to_wal" ] && [ ! -e "$part" ] || return 0
  [ -z "$(ls -A -- "$to_wal" 2>/dev/null | grep -v -x 'lost+found' | head -n 1)" ] ||
    refuse "$to_wal (ETCD_WAL_DIR) is not empty, and what is in it is no copy of $1; move it away"
}

summary() {
  data=$( (cd -- "$whole" && data_files) | wc -l)
  logs=$( (cd -- "${to_wal:-$whole/wal}" && log_files) | wc -l)
  bytes=$(du -s -B1 -c -- "$whole" ${to_wal:+"$to_wal"} | tail -n 1 | cut -f 1)
  fact copied "$((data + logs)) files, $((bytes / 1048576)) MiB, at $whole${to_wal:+" and $to_wal"}; every SHA-256 is equal"
}
