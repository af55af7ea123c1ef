# A member that is a unit of systemd: what systemd says of it, and its hold. Functions; follows
# sight.sh, changes nothing. A drop-in that asserts its own absence is the hold: it survives
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
InvocationID,Job,EnvironmentFiles,Environment,ExecStart,User,Group,TriggeredBy,NeedDaemonReload,\
DropInPaths,WorkingDirectory -- "$service") ||
    unseen "systemctl show $service: $(printf %s "$shown" | head -c 300)"
  unit=$(property Id)
  load=$(property LoadState) active=$(property ActiveState) invocation=$(property InvocationID)
  job=$(property Job) main=$(property MainPID)
  case $job in 0) job= ;; esac
  case $main in 0) main= ;; esac
  hold=/etc/systemd/system/$unit.d/zz-quorate-hold.conf
  one_start=/run/systemd/system/$unit.d/zz-quorate-run.conf
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

# Whether a person changed its files since systemd read them. A file of Quorate that systemd has not
# read, or not missed, yet is no such change: the next step tells systemd.
is_stale() {
  case $newline$shown$newline in
    *"${newline}NeedDaemonReload=yes$newline"*) ;;
    *) return 1 ;;
  esac
  read_by_systemd=" $(property DropInPaths) "
  for ours in "$hold" "$one_start"; do
    case $read_by_systemd in
      *" $ours "*) [ -e "$ours" ] || return 1 ;;
      *) [ ! -e "$ours" ] || return 1 ;;
    esac
  done
}

# The unit is no trace: a distribution's, or any instance of a template, is on machines that have
# nothing of the member.
see_supervisors_traces() {
  [ ! -e "$hold" ] || fact trace "$hold"
}

# What systemd reads at a start, in its order: "<ignore_errors> <state> <bytes in base64> <path>". It
# knows patterns as the shell does.
see_unit_files() {
  printf '%s\n' "$shown" | sed -n 's/^EnvironmentFiles=\(.*\) (ignore_errors=\([a-z]*\))$/\2 \1/p' |
    while IFS=' ' read -r ignored pattern; do
      (
        IFS=
        for file in $pattern; do
          bytes=
          [ ! -r "$file" ] || bytes=$(head -c 65537 -- "$file" | base64 -w 0)
          fact unit-file "$ignored $(file_state "$file") ${bytes:--} $file"
        done
      )
    done
}

# The value of a variable: that of the member's file, else that of the unit.
setting() {
  value=$(setting_of_file "$1")
  [ -n "$value" ] || value=$(printf '%s\n' "$shown" | sed -n 's/^Environment=//p' | tr ' ' '\n' |
    tr -d '"' | sed -n "s/^$1=//p" | tail -n 1)
  printf '%s\n' "$value"
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
  ! is_stale || fact unit-stale yes
  fact unit-triggers "$(property TriggeredBy)"
  fact unit-end "$(property Result) $(property ExecMainStatus) $(property NRestarts)"
  see_unit_files
  printf '%s\n' "$shown" | sed -n 's/^Environment=//p' | line_facts unit-variables
  fact unit-directory "$(property WorkingDirectory)"
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

# What the member is started from.
see_binary() { see_program binary "$binary"; }

# "<user>:<group>" that what is made here belongs to, as numbers; $1 where the unit names nobody.
owner_here() {
  owner=$(property User) group=$(property Group)
  [ -n "$owner" ] && uid=$(id -u -- "$owner" 2>/dev/null) || { echo "$1"; return; }
  gid=$(getent group -- "$group" 2>/dev/null | cut -d : -f 3)
  echo "$uid:${gid:-$(id -g -- "$owner")}"
}
