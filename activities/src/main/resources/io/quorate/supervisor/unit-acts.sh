# The hold, the end and the start of a unit of systemd. Functions; follows unit.sh and lock.sh.

# The journal is not written to: what it says of damage is told by its time.
note() { :; }

require_unit() {
  case $load in
    loaded) ;;
    masked) refuse "$unit is masked; systemctl unmask $unit" ;;
    not-found) refuse "there is no unit $unit" ;;
    *) refuse "$unit is $load; see systemctl status $unit" ;;
  esac
}

# systemd needs seconds to read many units anew. A hold that has no effect is taken away: it would
# come into force with the next reload, of whoever.
write_hold() {
  case $1 in *[$controls]*) refuse "a hold is written in one line" ;; esac
  # One that works and was written anew is read too, or it would look like a person's change.
  if hold_works; then
    [ "$(property NeedDaemonReload)" != yes ] || reload || true
    return 0
  fi
  if [ ! -s "$hold" ]; then
    mkdir -p -- "${hold%/*}" && printf '# quorate: held by %s\n[Unit]\nAssertPathExists=!%s\n' "$1" \
      "$hold" >"$hold.new" && sync -- "$hold.new" && mv -f -T -- "$hold.new" "$hold" &&
      sync -- "${hold%/*}" "${hold%/*}/.." || refuse "the hold $hold cannot be written"
  fi
  reload || { fact unknown "the hold $hold is written, and systemd was not told"; exit 4; }
  hold_works || {
    rm -f -- "$hold"
    reload
    refuse "$hold had no effect and was taken away; look for a drop-in that resets AssertPathExists="
  }
}

reload() { timeout -k 2 30 systemctl --no-ask-password daemon-reload >/dev/null 2>&1; }

# Lets go of the hold and of nothing else.
let_go() {
  [ ! -e "$hold" ] || { rm -f -- "$hold" && sync -- "${hold%/*}"; } ||
    refuse "the hold $hold cannot be removed"
  reload || { fact unknown "the hold $hold is removed, and systemd was not told"; exit 4; }
}

# Takes back a start that systemd has planned, and ends what runs. $1 seconds after SIGTERM comes
# SIGKILL.
come_to_rest() {
  ctl stop --no-block -- "$unit" >/dev/null ||
    { fact unknown "$unit could not be told to stop"; exit 4; }
  # Seconds, and not rounds: each round asks systemd and looks at every process.
  term_ends=$(($(date +%s) + $1)) killed=
  while :; do
    ask_systemd
    if [ -z "$(processes_of_unit)$job" ]; then
      case $active in inactive|failed) return 0 ;; esac
    fi
    now=$(date +%s)
    [ "$now" -lt $((term_ends + 5)) ] || return 1
    if [ -z "$killed" ] && [ "$now" -ge "$term_ends" ]; then
      ctl kill -s KILL -- "$unit" >/dev/null
      killed=yes
    fi
    sleep 0.1
  done
}

keep_down() {
  require_unit
  [ -z "$(processes_of_unit)" ] || exit 77
  write_hold "$1"
  # At rest it stays so: the hold is in force.
  ask_systemd
  [ "$active:$job" = inactive: ] || come_to_rest 0 ||
    { fact unknown "$unit does not come to rest"; exit 4; }
  [ -z "$(processes_of_unit)" ] ||
    { fact unknown "$unit was started while it was being held"; exit 4; }
}

# First the hold: nothing starts it between its end and the hold.
take_down() {
  require_unit
  write_hold "$1"
  come_to_rest "$2" ||
    { fact unknown "pid $(processes_of_unit | head -n 1) is still there 5 s after SIGKILL"; exit 4; }
  ! data_locked || { fact unknown "another process has $directory open"; exit 4; }
}

# Keeps the member down while its files are changed: systemd takes no lock of ours.
secured=
secure() {
  ! hold_works || return 0
  case $load in
    loaded)
      keep_down "a change of its files, $(date -u +%FT%TZ)"
      secured=yes
      ;;
    masked|not-found) ;;
    *) require_unit ;;
  esac
}

# Lets go of what secure held, where the files are as they were.
unsecure() { [ -z "$secured" ] || let_go; }

# Gives what was made to the user that the unit runs as.
own() {
  owner=$(property User)
  [ -z "$owner" ] || chown -R "$owner:$(property Group)" -- "$1" 2>/dev/null
}

see_startable() {
  [ -f "$binary" ] && [ -x "$binary" ] || fact binary missing
}

# Its place, empty, where it was set aside: the unit's user may not make it. For the numbers of a
# user that only its run has, systemd makes it itself.
make_place() {
  [ ! -e "$directory" ] && [ ! -L "$directory" ] || return 0
  owner=$(property User)
  id -- "${owner:-root}" >/dev/null 2>&1 || return 0
  owner=$(owner_here 0:0)
  place_for "$directory" "${owner%:*}" "${owner#*:}"
  ! command -v restorecon >/dev/null || restorecon -- "$directory" 2>/dev/null
}

# Variables that only this run gets, in a file that systemd reads once: one of Environment= would
# lose against the member's own file.
write_variables() {
  variables=$run_directory/$unit.env
  if [ $# = 0 ]; then
    rm -f -- "$one_start" "$variables"
    return
  fi
  mkdir -p -- "${one_start%/*}" && true >"$variables.new" && chmod 600 "$variables.new" ||
    refuse "$variables cannot be written"
  # Read as systemd reads it: quoted, or backslashes would go.
  for setting in "$@"; do
    printf '%s="%s"\n' "${setting%%=*}" "$(printf %s "${setting#*=}" | sed 's/[\\"]/\\&/g')" \
      >>"$variables.new"
  done
  mv -f -T -- "$variables.new" "$variables" &&
    { [ -s "$one_start" ] || printf '[Service]\nEnvironmentFile=-%s\n' "$variables" >"$one_start"; } ||
    refuse "$one_start cannot be written"
}

# Lets go of the hold and starts the member. Told to wait, systemd would wait until the member has
# published itself, which needs a quorum; so a new run is what is waited for.
bring_up() {
  require_unit
  ! data_locked || refuse "another process has $directory open"
  make_place
  write_variables "$@"
  let_go
  rm -f -- "$asked_to_end"
  # After five starts within 10 s systemd starts nothing, and a person's starts count too.
  ctl reset-failed -- "$unit" >/dev/null
  before=$invocation
  said=$(ctl start --no-block -- "$unit") || { fact unknown "systemctl start $unit: $said"; exit 4; }
  ends=$(($(date +%s) + 5))
  while :; do
    ask_systemd
    [ "$invocation" = "$before" ] || [ -z "$main" ] || break
    [ "$(date +%s)" -lt "$ends" ] && [ "$active:$job" != inactive: ] || break
    sleep 0.1
  done
  # Only this run: the next one must not find it.
  rm -f -- "$run_directory/$unit.env"
  # A run that has ended already is for the looks that follow, which show its last words.
  [ "$invocation" = "$before" ] || { fact started "${main:-none}"; return; }
  [ -z "$job" ] || { fact unknown "the start of $unit waits for something else"; exit 4; }
  fact unknown "$unit did not start: $active ($(property SubState)), result $(property Result), exit $(property ExecMainStatus)"
  exit 4
}
