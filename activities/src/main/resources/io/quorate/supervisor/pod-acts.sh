# The hold, the end and the start of a static pod. Functions; follows pod.sh and lock.sh. The kubelet
# does it; these functions move the manifest and wait.

# The kubelet sees a change at once, and where that failed within 20 s; it gives a pod the
# seconds of its manifest to end, 30 where that says nothing.
kubelet_looks=20 pod_ends=30

# The log of a pod is the runtime's: what it says of damage is told by its time.
note() { :; }

# The log of a pod goes with it, and what it says of the data would be lost.
save_log() {
  find_kubelet
  log_of_pod 1048576 >"$saved_log.new" 2>/dev/null
  if [ -s "$saved_log.new" ]; then
    mv -f -T -- "$saved_log.new" "$saved_log"
  else
    rm -f -- "$saved_log.new"
  fi
}

# Renames a file, over no other one, and puts both directories on the disk.
move() {
  mv -n -T -- "$1" "$2" 2>/dev/null
  [ ! -e "$1" ] && [ -e "$2" ] || return 1
  sync -- "$(dirname -- "$1")" "$(dirname -- "$2")"
}

# Takes the manifest away from the kubelet. $1 is who holds it.
put_away() {
  [ -e "$service" ] || return 0
  [ ! -e "$held" ] ||
    refuse "$held is held and $service was written since; compare them, and move the one that does not count away"
  [ ! -L "$service" ] || refuse "$service is a link; put the file itself there"
  mkdir -p -- "$held_in" && chmod 700 -- "$held_in" &&
    printf '%s\n' "$1" >"$holder_file.new" && sync -- "$holder_file.new" &&
    mv -f -T -- "$holder_file.new" "$holder_file" ||
    refuse "$held_in cannot be written; is its file system full or read-only?"
  [ "$(stat -c %d -- "$held_in")" = "$(stat -c %d -- "$manifests")" ] ||
    refuse "$manifests and $held_in are on two file systems, and the manifest cannot be renamed"
  sync -- "$(dirname -- "$held_in")"
  save_log
  move "$service" "$held" || refuse "$service could not be renamed to $held; is it read-only?"
  put_back_lasting
  find_manifest
}

# What was for one start only ends with it. A manifest that somebody changed since stays as it is.
put_back_lasting() {
  [ -e "$lasting" ] && [ -e "$held" ] || return 0
  if cmp -s -- "$held" "$this_run"; then
    mv -f -T -- "$lasting" "$held"
  else
    mv -f -T -- "$lasting" "$lasting.unused"
  fi
  rm -f -- "$this_run"
  sync -- "$held_in"
}

# Waits at most $1 seconds until no process of the pod is there any more.
await_end() {
  ends=$(($(date +%s) + $1))
  # The pod that is seen now: its name in the control groups does not change while it ends.
  was=$pod
  while :; do
    find_processes
    pod=${pod:-$was}
    [ -n "$token$(processes_of_pods)" ] || return 0
    [ "$(date +%s)" -lt "$ends" ] || return 1
    sleep 0.1
  done
}

require_end() {
  await_end "$1" && return
  find_kubelet
  still="the manifest is held, and pid $(processes_of_pods | head -n 1) of its pod is still there"
  case $kubelet_state in
    '') fact unknown "$still: no kubelet runs that would end it; systemctl start kubelet" ;;
    T*|t*) fact unknown "$still: the kubelet is stopped by a signal; systemctl restart kubelet" ;;
    *) fact unknown "$still: the kubelet has not ended it; journalctl -u kubelet" ;;
  esac
  exit 4
}

keep_down() {
  if [ -e "$service" ]; then
    find_processes
    [ -z "$token" ] || exit 77
    # A kubelet that is about to start it may have read it a moment ago.
    put_away "$1"
  fi
  require_end $((kubelet_looks + pod_ends))
  [ ! -e "$service" ] || { fact unknown "$service was written while it was being held"; exit 4; }
}

# $1 is what to write into the hold, $2 the seconds that the kubelet gives the process to end. The
# kubelet ends it, so that it does not start another one.
take_down() {
  put_away "$1"
  require_end $((kubelet_looks + $2))
  ! data_locked || { fact unknown "another process has $directory open"; exit 4; }
}

# Keeps the member down while its files are changed: the kubelet takes no lock of ours.
secured=
secure() {
  [ -e "$service" ] || return 0
  keep_down "a change of its files, $(date -u +%FT%TZ)"
  secured=yes
}
unsecure() { [ -z "$secured" ] || give_back; }

# Puts the manifest back, under the kubelet's eyes.
give_back() {
  move "$held" "$service" ||
    refuse "$held could not be renamed to $service; is something there, or is it read-only?"
  rm -f -- "$holder_file"
}

# A member that runs has its manifest; what is held beside it is older, and is kept.
let_go() {
  [ -e "$held" ] || return 0
  if [ -e "$service" ]; then
    move "$held" "$held.void-$(date -u +%Y%m%dT%H%M%SZ)" || refuse "the hold $held cannot be renamed"
    rm -f -- "$holder_file"
  else
    give_back
  fi
}

see_startable() { :; }

# Gives what was made to the user that the container runs as.
own() {
  user=$(field runAsUser) group=$(field runAsGroup)
  [ -z "$user" ] || chown -R "$user:${group:-0}" -- "$1" 2>/dev/null
}

# Its place, empty, where it was set aside: as it was, and where that is not known as kubeadm makes
# it. The kubelet would make it for all to read.
make_place() {
  [ ! -e "$directory" ] && [ ! -L "$directory" ] || return 0
  before=$(ls -d -t -- "$directory".aside-* 2>/dev/null | head -n 1)
  was=$(stat -c '%a %u %g' -- "$before" 2>/dev/null)
  [ -n "$was" ] || was="700 $(field runAsUser) $(field runAsGroup)"
  # Unquoted: mode, user and group.
  set -- $was
  place_for "$directory" "${2:-0}" "${3:-0}" "$1"
  ! command -v restorecon >/dev/null || restorecon -- "$directory" 2>/dev/null
}

# Makes the held manifest one with these settings as flags, and keeps what it was: they last until
# the manifest is held again. An item a line after the flag that every member has.
write_this_run() {
  [ $# -gt 0 ] || return 0
  cp -p -- "$held" "$lasting.new" && cp -p -- "$held" "$this_run.new" || refuse "$held_in is full"
  for setting in "$@"; do
    flag=$(printf %s "${setting%%=*}" | sed 's/^ETCD_//' | tr 'A-Z_' 'a-z-')
    value=$(printf %s "${setting#*=}" | sed 's/[\\&/]/\\&/g')
    sed -e "/^ *-  *[\"']\{0,1\}--$flag=/d" \
      -e "s/^\( *-  *\)[\"']\{0,1\}--name=.*\$/&\n\1--$flag=$value/" "$this_run.new" >"$this_run.new2" &&
      grep -q -e "--$flag=" -- "$this_run.new2" ||
      refuse "$flag cannot be set for one start in $held: it has no line with --name="
    cat "$this_run.new2" >"$this_run.new"
    rm -f -- "$this_run.new2"
  done
  sync -- "$lasting.new" "$this_run.new"
  cp -p -- "$this_run.new" "$held.new" && sync -- "$held.new" || refuse "$held_in is full"
  mv -f -T -- "$lasting.new" "$lasting" && mv -f -T -- "$this_run.new" "$this_run" &&
    mv -f -T -- "$held.new" "$held" && sync -- "$held_in" || refuse "$held cannot be replaced"
}

# Gives the manifest back and waits for a process; whether it serves shows later, for the kubelet
# starts it again and again.
bring_up() {
  ! data_locked || refuse "another process has $directory open"
  find_kubelet
  [ -n "$kubelet" ] || refuse "no kubelet runs that would start $service; systemctl status kubelet"
  make_place
  put_back_lasting
  find_manifest
  write_this_run "$@"
  give_back
  rm -f -- "$asked_to_end"
  start_takes=$((kubelet_looks + pod_ends))
  ends=$(($(date +%s) + start_takes))
  while :; do
    find_processes
    [ -z "$token" ] || { fact started "$token"; return; }
    find_kubelet
    [ -n "$kubelet" ] ||
      { fact unknown "the kubelet has ended before it started $service; systemctl status kubelet"; exit 4; }
    [ "$(date +%s)" -lt "$ends" ] || break
    sleep 0.1
  done
  fact unknown "the kubelet has $service, and started no etcd of it within $start_takes s: does it pull the image? journalctl -u kubelet"
  exit 4
}
