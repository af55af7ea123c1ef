# A member that is a unit of systemd: what systemd says of it, the hold, its start and its end.
# Functions; follows sight.sh. A drop-in that asserts its own absence is the hold: it survives
# reboots, and neither Restart= nor a timer nor a person's systemctl start gets past it.
run_directory=/run/quorate
lock_file=$run_directory/$service.lock
asked_to_end=$run_directory/$service.sigterm
command -v systemctl >/dev/null && command -v busctl >/dev/null ||
  refuse "systemctl or busctl is missing on the host; is it one with systemd?"

# systemctl waits 25 s and more for a manager that does not answer.
ctl() { timeout -k 2 5 systemctl --no-pager --no-ask-password "$@" 2>&1; }

property() { printf '%s\n' "$shown" | sed -n "s/^$1=//p" | head -n 1; }

# Asks systemd what it knows, and puts it into variables. systemd resolves an alias: from then on the
# unit is called what it says.
ask_systemd() {
  shown=$(ctl show -p Id,LoadState,ActiveState,SubState,Result,MainPID,ExecMainStatus,NRestarts,\
InvocationID,Job,EnvironmentFiles,Environment,ExecStart,User,Group -- "$service") ||
    unseen "systemctl show $service: $(printf %s "$shown" | head -c 300)"
  unit=$(property Id)
  load=$(property LoadState) active=$(property ActiveState) invocation=$(property InvocationID)
  job=$(property Job) main=$(property MainPID)
  case $job in 0) job= ;; esac
  case $main in 0) main= ;; esac
  hold=/etc/systemd/system/$unit.d/zz-quorate-hold.conf
}

unit=
# At the top of a script: in a part of a pipe or a substitution only that part would end.
ask_supervisor() { [ -n "$unit" ] || ask_systemd; }

# Every process in a control group of the unit, whatever systemd says of it: it gives up on one that
# SIGKILL does not end, says "failed", and the process is still there. Zombies are gone.
processes_of_unit() {
  escaped=$(printf %s "$unit" | sed 's/[][\.*^$+?(){}|]/\\&/g')
  grep -l -E "^[0-9]+:[^:]*:(.*/)?$escaped(/|\$)" /proc/[0-9]*/cgroup 2>/dev/null |
    cut -d / -f 3 | sort -nu | while IFS= read -r pid; do
    case $(process_of "$pid") in ''|Z*|X*) ;; *) echo "$pid" ;; esac
  done
}

# Whether a process has the data open: etcd locks its database from soon after its start to its end,
# whatever its name, arguments or container. No lock proves nothing. /proc/locks names a file by the
# two numbers of its device, in hexadecimal, and its inode; on btrfs its device is another one than
# stat says, so there the inode alone has to do.
data_locked() {
  set -- $(stat -L -c '%d %i' -- "$directory/member/snap/db" 2>/dev/null)
  [ $# -eq 2 ] || return 1
  case $(stat -f -c %T -- "$directory/member/snap/db" 2>/dev/null) in
    btrfs) database=":$2" ;;
    *)
      database=$(printf ' %02x:%02x:%d' $((($1 >> 8) & 0xfff | ($1 >> 32) & ~0xfff)) \
        $(($1 & 0xff | ($1 >> 12) & ~0xff)) "$2")
      ;;
  esac
  grep -q -F "$database " /proc/locks
}

# Whether systemd has read the hold and no later drop-in takes it back: systemctl show cannot print
# assertions. busctl prints a backslash as two.
hold_works() {
  [ -s "$hold" ] || return 1
  asserted=$(printf %s "$hold" | sed 's/\\/\\\\/g')
  bus=org.freedesktop.systemd1
  path=$(timeout -k 2 5 busctl call $bus /org/freedesktop/systemd1 $bus.Manager LoadUnit s "$unit" 2>&1)
  path=${path#o \"}
  timeout -k 2 5 busctl get-property $bus "${path%\"}" $bus.Unit Asserts 2>&1 |
    grep -q -F "\"AssertPathExists\" false true \"$asserted\""
}

# The unit is no trace: a distribution's, or any instance of a template, is on machines that have
# nothing of the member.
see_supervisors_traces() {
  [ ! -e "$hold" ] || fact trace "$hold"
}

# Whether a process began less than 3 s ago. $1 its start, in hundredths of a second since the boot.
is_fresh() {
  read -r up rest </proc/uptime
  [ $((${up%.*} * 100 - ${1:-0})) -lt 300 ]
}

see_supervised() {
  # Under the lock again: what was seen before it may have changed.
  ask_systemd
  fact unit "$unit $load $active $(property SubState) ${job:+job}"
  fact unit-run "${invocation:-none}"
  fact unit-end "$(property Result) $(property ExecMainStatus) $(property NRestarts)"
  printf '%s\n' "$shown" | sed -n 's/^EnvironmentFiles=\(.*\) (ignore_errors=[a-z]*)$/unit-environment=\1/p'
  printf '%s\n' "$shown" | sed -n 's/^Environment=//p' | tr ' ' '\n' | tr -d '"' |
    sed -n 's/^\(ETCD_[A-Z_]*\)=.*$/unit-variable=\1/p'
  fact unit-command "$(property ExecStart | sed -n 's/^{ path=[^;]* ; argv\[\]=\(.*\) ; ignore_errors=.*$/\1/p')"
  token=$main
  supervised=$(processes_of_unit | tr '\n' ' ')
  # A process that systemd no longer counts as the main one is the member all the same.
  [ -n "$token" ] || token=${supervised%% *}
  case $token in
    '') ;;
    *)
      seen=$(process_of "$token")
      [ -z "$seen" ] || fact process "$token $seen $(claim_of "$token")"
      case $(property NRestarts) in ''|0) ;; *) ! is_fresh "${seen#* }" || fact unit-fresh yes ;; esac
      ;;
  esac
  ! data_locked || fact data-locked yes
  if [ -s "$hold" ]; then
    fact holder "$(head -c 300 -- "$hold" | sed -n 's/^# quorate: held by //p')"
    ! hold_works || fact hold-works yes
  fi
}

pid_of_member() { echo "${main:-$(processes_of_unit | head -n 1)}"; }

# What the member logged, at most $1 bytes of it, and what systemd said of it.
read_log() {
  timeout -k 1 3 journalctl --no-pager -q -o cat -u "$unit" -n 4000 2>/dev/null | tail -c "$1"
}

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
  ! hold_works || return 0
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
  owner=$(property User) group=$(property Group)
  id -- "${owner:-root}" >/dev/null 2>&1 || return 0
  install -d -m 700 -o "${owner:-root}" -g "${group:-$(id -gn -- "${owner:-root}")}" -- "$directory" ||
    refuse "$directory cannot be made; is its file system read-only?"
  ! command -v restorecon >/dev/null || restorecon -- "$directory" 2>/dev/null
}

# Variables that only this run gets, in a file that systemd reads once: one of Environment= would
# lose against the member's own file.
write_variables() {
  drop_in=/run/systemd/system/$unit.d/zz-quorate-run.conf variables=$run_directory/$unit.env
  if [ $# = 0 ]; then
    rm -f -- "$drop_in" "$variables"
    return
  fi
  mkdir -p -- "${drop_in%/*}" && : >"$variables.new" && chmod 600 "$variables.new" ||
    refuse "$variables cannot be written"
  # Read as systemd reads it: quoted, or backslashes would go.
  for setting in "$@"; do
    printf '%s="%s"\n' "${setting%%=*}" "$(printf %s "${setting#*=}" | sed 's/[\\"]/\\&/g')" \
      >>"$variables.new"
  done
  mv -f -T -- "$variables.new" "$variables" &&
    printf '[Service]\nEnvironmentFile=-%s\n' "$variables" >"$drop_in" ||
    refuse "$drop_in cannot be written"
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
