# What can be seen of a member's process. Functions and further arguments; follows facts.sh, volume.sh and
# owner.sh, changes nothing. The functions of each supervisor follow in a file of its own, process.sh,
# unit.sh or pod.sh; those with effects, in scripts that take the lock, in process-acts.sh,
# unit-acts.sh or pod-acts.sh.
#
# further arguments: name environment binary service log
# name: ETCD_NAME; service: pid file, unit or manifest; environment and binary of a static pod: its
#   manifest; log: empty where the supervisor keeps it
name=$1 environment=$2 binary=$3 service=$4 log=$5
shift 5

# Runs the command $1 with these arguments before the others.
with_words() {
  run_with_words=$1
  shift
  "$run_with_words" "$name" "$environment" "$binary" "$service" "$log" "$@"
}

# What a process states, "<option or variable>=<value>" a line: an option is one argument or two,
# with one hyphen or two. Its arguments stand before its environment, because they win. Each is
# searched for its own: scripts of Quorate have a member's variables among their arguments.
stated_by() {
  {
    tr '\0' '\n' <"/proc/$1/cmdline" | sed -n '
      /^--*data-dir$/{N;s/\n/=/;}
      /^--*name$/{N;s/\n/=/;}
      /^--*wal-dir$/{N;s/\n/=/;}
      s/^--*\(data-dir=\)/\1/p
      s/^--*\(name=\)/\1/p
      s/^--*\(wal-dir=\)/\1/p'
    tr '\0' '\n' <"/proc/$1/environ" | sed -n '/^ETCD_\(DATA_DIR\|NAME\|WAL_DIR\)=/p'
  } 2>/dev/null
}

# Puts the first value of $1, an option or a variable, into value: of the lines of stated_by in
# states. Without a process, because every look asks this of every etcd.
find_stated() {
  value=${states#*"$newline$1="}
  if [ "$value" = "$states" ]; then value=; else value=${value%%"$newline"*}; fi
}

# Whether a path of a process, which may see another root, is the member's directory.
is_directory() { [ "/proc/$2/root$1" -ef "$directory" ]; }

# Whether a path of a process can be looked at and is another directory than the member's.
is_elsewhere() {
  [ -e "/proc/$2/root$1" ] && [ -e "$directory" ] && ! is_directory "$1" "$2"
}

# Whether the process whose lines are in states is called as the member is.
has_its_name() {
  find_stated name
  [ "$value" = "$name" ] || find_stated ETCD_NAME
  [ "$value" = "$name" ]
}

# Whether it says that it is called otherwise.
has_another_name() {
  ! has_its_name || return 1
  find_stated name
  [ -n "$value" ] || find_stated ETCD_NAME
  [ -n "$value" ]
}

# Puts into claim what the process $1, whose lines are in states, says whose it is: directory, name,
# other or unreadable. One that states another data directory is another cluster's member, whatever
# its name. In a container the member's own words may mean another directory: that of somebody else's
# etcd, or the one that was the member's and was moved while it ran. Its name tells.
judge_claim() {
  find_stated data-dir
  [ -n "$value" ] || find_stated ETCD_DATA_DIR
  if [ -n "$value" ]; then
    stated=$value claim=directory
    case $value in /*) ;; *) value=/proc/$1/cwd/$value ;; esac
    if is_directory "$value" "$1"; then
      :
    elif is_another_path "$value"; then
      claim=other
    elif is_elsewhere "$stated" "$1" && has_another_name; then
      claim=other
    fi
  elif has_its_name; then
    claim=name
  elif cat "/proc/$1/environ" >/dev/null 2>&1; then
    claim=other
  else
    claim=unreadable
  fi
}

# Whether a path of this machine leads elsewhere than the member's directory. Where both are there
# that takes no process.
is_another_path() {
  [ "$1" != "$directory" ] || return 1
  if [ -e "$1" ] && [ -e "$directory" ]; then
    ! [ "$1" -ef "$directory" ]
  else
    [ "$(readlink -m -- "$1")" != "$real_directory" ]
  fi
}

claim_of() {
  states=$newline$(stated_by "$1")$newline
  judge_claim "$1"
  echo "$claim"
}

# All pids that may be this member's: they name it, or are called etcd.
candidates() {
  {
    grep -lzaxF -e "ETCD_DATA_DIR=$directory" -e "ETCD_NAME=$name" /proc/[0-9]*/environ
    grep -lzaF -e "$directory" /proc/[0-9]*/cmdline
    grep -l '^etcd' /proc/[0-9]*/comm
  } 2>/dev/null | cut -d / -f 3 | sort -nu
}

# What the processes $1 state, all at once: on a machine with several members a process for each
# question would be most of a look. Their variables, "/proc/<pid>/environ:<variable>=<value>" a line,
# and the command lines that have an option.
see_statements() {
  environs= command_lines=
  for pid in $1; do
    environs="$environs /proc/$pid/environ" command_lines="$command_lines /proc/$pid/cmdline"
  done
  variables=$(grep -zaH -e '^ETCD_DATA_DIR=' -e '^ETCD_NAME=' -e '^ETCD_WAL_DIR=' -- $environs \
    2>/dev/null | tr '\n\0' ' \n')$newline
  with_options=$newline$(grep -lzaE -e '^--*(data-dir|name|wal-dir)(=|$)' -- $command_lines \
    2>/dev/null)$newline
}

# Puts what one of these processes states into states, as stated_by has it. They are asked for in
# their order: each takes its lines, and those of the pids before it, off the front of variables.
find_states() {
  states=$newline
  while [ -n "$variables" ]; do
    statement=${variables%%"$newline"*}
    of=${statement#/proc/} of=${of%%/*}
    [ "${of:-0}" -le "$1" ] || break
    [ "$of" != "$1" ] || states=$states${statement#*:}$newline
    variables=${variables#*"$newline"}
  done
  case $with_options in
    *"$newline/proc/$1/cmdline$newline"*) states=$newline$(stated_by "$1")$newline ;;
  esac
}

user_of() { stat -c %U -- "/proc/$1" 2>/dev/null || echo "?"; }

# Whether a process has a file of the data open, by whatever name, or one that was deleted or set aside
# since. True as well where that cannot be asked.
may_have_data_open() {
  readlink -- "/proc/$1/cwd" >/dev/null 2>&1 || return 0
  case $newline$(readlink -- "/proc/$1/fd"/* 2>/dev/null) in
    *"$newline$real_directory/member/"*|*"$newline$real_directory".aside-*/member/*) return 0 ;;
  esac
  set -- "$(stat -L -c %d:%i -- "/proc/$1/fd"/* 2>/dev/null)" "$(stat -L -c %d:%i -- \
    "$directory/member/snap/db" "$directory"/member/wal/*.wal 2>/dev/null)"
  [ -n "$1" ] || return 0
  [ -n "$2" ] && printf '%s\n' "$1" | grep -q -x -F -e "$2"
}

# Whether a process is of a user who can neither read the data nor make it, and has none of it open from
# a time when it had more rights: whatever it states, it is not the member. Told by root alone, of a
# process without rights beyond its user's.
cannot_be_member() {
  [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null && ! may_have_data_open "$1" || return 1
  status=$(cat "/proc/$1/status" 2>/dev/null) || return 1
  of() { printf '%s\n' "$status" | sed -n "s/^$1:[[:space:]]*//p"; }
  case $(of CapPrm) in *[!0]*|'') return 1 ;; esac
  # Unquoted: real, effective, saved, of the file system.
  set -- $(of Uid) $(of Gid)
  [ $# -eq 8 ] && [ "$1:$2:$3" = "$2:$3:$1" ] && [ "$1" != 0 ] || return 1
  groups=$(of Groups | tr -s ' ' ,)
  groups=${groups%,}
  if [ -n "$groups" ]; then groups="--groups=$groups"; else groups=--clear-groups; fi
  there=$directory
  while [ ! -e "$there" ] && [ "$there" != / ]; do there=$(dirname -- "$there"); done
  # It has to say no: whatever cannot be asked proves nothing.
  [ "$(setpriv --reuid "$1" --regid "$5" "$groups" --no-new-privs -- sh -c '
    [ -w "$1" ] || [ -r "$2/member/snap/db" ] || [ -r "$2/member/wal" ] || echo no
  ' sh "$there" "$directory" 2>/dev/null)" = no ]
}

# $1 are the pids that its supervisor knows as the member's.
see_others() {
  found=$(candidates)
  [ -n "$found" ] || return 0
  see_statements "$found"
  for pid in $found; do
    case " $1 " in *" $pid "*) continue ;; esac
    see_pid "$pid"
    case $seen in ''|Z*|X*) continue ;; esac
    began=${seen#* } command=
    { IFS= read -r command <"/proc/$pid/comm"; } 2>/dev/null
    find_states "$pid"
    judge_claim "$pid"
    # One that starts or ends shows nothing for a moment.
    again=2
    while [ "$claim" = unreadable ] && [ "$again" -gt 0 ]; do
      again=$((again - 1))
      sleep 0.1
      states=$newline$(stated_by "$pid")$newline
      judge_claim "$pid"
    done
    # One that ended meanwhile could not be read, which is no reason to fear it.
    see_pid "$pid"
    case $seen in ''|Z*|X*) continue ;; esac
    case $claim:$command in
      # Somebody who asks etcd runs no member.
      unreadable:etcdctl|unreadable:etcdutl) ;;
      directory:*|name:etcd*)
        cannot_be_member "$pid" || fact other "$pid $began $(user_of "$pid") $command" ;;
      unreadable:etcd*) fact hidden "$pid $began $(user_of "$pid") $command" ;;
    esac
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

# The directory of its log that the member's process states, or nothing; false where no process is proven
# to be the member.
log_of_running() {
  runs=$(pid_of_member)
  case $runs in ''|*[!0-9]*) return 1 ;; esac
  case $(claim_of "$runs") in directory|name) ;; *) return 1 ;; esac
  states=$newline$(stated_by "$runs")$newline
  find_stated wal-dir
  [ -n "$value" ] || find_stated ETCD_WAL_DIR
  printf '%s\n' "$value"
}

# The value of a variable in the environment file, without the quotes around it. What a start reads is
# judged by Quorate itself; this tells a member from another, and where its log is.
setting_of_file() {
  sed -n -e "/^[[:space:]]*$1[[:space:]]*=[[:space:]]*/{" -e 's///' -e 's/[[:space:]]*$//' \
    -e 's/^"\(.*\)"$/\1/' -e "s/^'\(.*\)'\$/\1/" -e h -e '}' -e '${x;p}' "$environment" 2>/dev/null
}

# unit.sh and pod.sh have another one each.
setting() { setting_of_file "$1"; }

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

# What a member leaves on its machine besides its environment file. The binary is no sign of it:
# another member's may be at the same path elsewhere.
see_traces() {
  see_supervisors_traces
  [ -z "$(ls -A -- "$directory" 2>/dev/null)" ] || fact trace "$directory"
  fact named "$(setting ETCD_NAME)"
}

# How long ago the first process of the machine, or of the container, began, and what its clock says.
see_time() {
  see_pid 1
  if [ -n "$seen" ] && { IFS=' .' read -r up rest </proc/uptime; } 2>/dev/null; then
    fact up "$((up - ${seen#* } / 100))"
  fi
  fact clock "$(date +%s)"
}

# Puts the pid of the member's process into token; empty without one.
sight() {
  # First: where its file is may be for the supervisor to say.
  see_supervised
  fact environment "$(file_state "$environment")"
  see_owners_of_environment
  see_traces
  [ -d /proc/1 ] || fact blind yes
  if { IFS= read -r machine </etc/machine-id; } 2>/dev/null; then fact machine "$machine"; fi
  # A name may lead to another machine meanwhile, and a machine may boot.
  if { IFS= read -r boot </proc/sys/kernel/random/boot_id; } 2>/dev/null; then fact boot "$boot"; fi
  see_time
  # The time of its last change tells a hold from the one that was there before it.
  [ ! -e "$hold" ] || fact hold "$(stat -c %i:%.9Y -- "$hold")"
  see_others "$supervised"
}

# The process is gone between the look and now, or another one has its pid: 77, nothing was done.
still() {
  seen=$(process_of "$1")
  case $seen in Z*|X*) return 1 ;; esac
  [ "${seen#* }" = "$2" ]
}

# Waits until the process is gone, at most $3 tenths of a second.
gone_within() {
  left=$3
  while still "$1" "$2"; do
    [ "$left" -gt 0 ] || return 1
    left=$((left - 1))
    sleep 0.1
  done
}
