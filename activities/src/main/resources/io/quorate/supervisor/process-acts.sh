# The hold, the end and the start of a process that nobody supervises. Functions; follows process.sh
# and lock.sh.

# Says in the log what was done: what it says of damage before is said of what is no longer there.
note() {
  [ ! -w "$log" ] ||
    as_owner_of "$(dirname -- "$log")" sh -c 'echo "quorate: $2" >>"$1"' sh "$log" "$1"
}

# Writes both files of the hold; the one that outlives a boot first, so that the other can say where it
# is missing.
write_hold() {
  write_file "$lasting_hold" "$1" && lasts= ||
    lasts="; the hold ends with the next boot, for $lasting_hold cannot be written"
  write_file "$pid_file.hold" "$1$lasts" ||
    refuse "the hold $pid_file.hold cannot be written; make its directory writable for Quorate"
}

# Writes $2 into the file $1, if there is none. It is made, and never opened where somebody else made
# it or a link; by whom its directory belongs to, who could put a link there meanwhile.
write_file() {
  [ ! -f "$1" ] || [ -L "$1" ] || return 0
  [ ! -e "$1" ] && [ ! -L "$1" ] || return 1
  as_owner_of "$(dirname -- "$1")" sh -c 'rm -f -- "$1.new" && (set -C && printf "%s\n" "$2" >"$1.new") 2>/dev/null &&
    sync -- "$1.new" && mv -f -T -- "$1.new" "$1"' sh "$1" "$2" && sync -- "$(dirname -- "$1")"
}

# Keeps a member that does not run from being started. $1 is what to write into the hold.
keep_down() { write_hold "$1"; }

# Ends the process with this pid and start time, if there is one, and keeps it down. $1 is what to
# write into the hold, $2 seconds between SIGTERM and SIGKILL.
take_down() {
  words=$1 grace=$2 killed=
  shift 2
  if [ $# -gt 0 ]; then
    end_process "$@" || { fact unknown "pid $1 is still there 5 s after SIGKILL"; exit 4; }
  fi
  write_hold "$words$killed"
}

end_process() {
  still "$1" "$2" || return 0
  kill -TERM "$1" 2>/dev/null
  gone_within "$1" "$2" $((grace * 10)) && return 0
  still "$1" "$2" && kill -KILL "$1" 2>/dev/null && killed="; ended by SIGKILL after $grace s"
  gone_within "$1" "$2" 50
}

# Nothing starts it while its files are changed: that needs the lock.
secure() { :; }
unsecure() { :; }

# What is made belongs to Quorate's own user, as which the member runs.
own() { :; }

let_go() {
  rm -f -- "$pid_file.hold" && as_owner_of "$(dirname -- "$lasting_hold")" rm -f -- "$lasting_hold" ||
    refuse "the hold $hold cannot be removed"
}

see_startable() {
  [ -f "$binary" ] && [ -x "$binary" ] || fact binary missing
  log_folder=$(dirname -- "$log")
  as_owner_of "$log_folder" mkdir -p -- "$log_folder" 2>/dev/null
  # A log may name keys, and who may read it is for the administrator to say.
  as_owner_of "$log_folder" sh -c 'umask 027 && : >>"$1"' sh "$log" 2>/dev/null || fact log unwritable
}

# Opens the log as descriptor 8 for etcd, which may run as root. The owner of the log's directory could put
# a link there, so a file that does not belong to this owner is not written to.
open_log() {
  see_owner "$(dirname -- "$log")"
  if is_for_us "$owner_uid"; then exec 8>>"$log"; return; fi
  [ -f "$log" ] || refuse "$log is no file; move it away"
  exec 8<"$log"
  [ "$(stat -L -c %u -- /proc/self/fd/8)" = "$owner_uid" ] ||
    refuse "$log does not belong to user $owner_uid, whose its directory is; give it to that user, or move it away"
  exec 8>>/proc/self/fd/8
}

# The program that puts what it starts into a scope of systemd's, where this runs in a service of its
# own, such as the unit of Quorate: systemd ends all that runs in a service with it
# (systemd.kill(5), KillMode=). Nothing elsewhere, and where systemd does not make one.
scope() {
  [ -d /run/systemd/system ] && grep -q '\.service$' /proc/self/cgroup 2>/dev/null || return 0
  in_scope="systemd-run --scope --quiet --collect --description=etcd-of-Quorate"
  ! timeout -k 1 5 $in_scope true </dev/null >/dev/null 2>&1 || echo "$in_scope"
}

# Starts the member, detached. The arguments are variables that only this run gets.
bring_up() {
  # The variables are set before the pid file is written: whoever reads it recognises the process.
  # The outer parentheses end at once, so etcd is no child of this script and outlives its end.
  own=$#
  set -- "$@" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      # One pair of quotes around the whole value is none of it.
      [A-Za-z_]*=\"*\"|[A-Za-z_]*=\'*\')
        line=${line%?}
        set -- "$@" "${line%%=*}=${line#*=?}"
        ;;
      [A-Za-z_]*=*) set -- "$@" "$line" ;;
    esac
  done <"$environment"
  # To the end with those of this run: of two values env takes the last.
  while [ "$own" -gt 0 ]; do
    own=$((own - 1))
    line=$1
    shift
    set -- "$@" "$line"
  done

  # What the old pid file names is proven gone; without it the new one is told from it below.
  open_log
  let_go
  rm -f -- "$pid_file" "$asked_to_end"
  # Where this run begins in the log, whatever ETCD_LOG_LEVEL leaves out.
  echo "quorate: starting $name" >&8
  cd /
  in_scope=$(scope)
  (
    # Unquoted: a program and its options.
    setsid $in_scope env -i "$@" sh -c '
      (umask 027 && echo $$ >"$1.new") && command -p mv -f -T -- "$1.new" "$1" || exit 1
      exec "$2"
    ' sh "$pid_file" "$binary" </dev/null >&8 2>&1 8>&- 9>&- &
  )

  left=50
  while [ ! -s "$pid_file" ] && [ "$left" -gt 0 ]; do
    left=$((left - 1))
    sleep 0.1
  done
  read -r token rest <"$pid_file" || { fact unknown "$pid_file was not written within 5 s"; exit 4; }
  fact started "$token"
}
