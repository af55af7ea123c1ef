# A member that is a process nobody supervises: Quorate starts and ends it, and a file beside its pid
# file, with another one beside its data directory, keeps it from being started. Either is enough:
# /run, where pid files are, is empty after the boot of the machine. Functions; follows sight.sh,
# changes nothing.
pid_file=$service
lasting_hold=$directory.quorate-hold
hold=$pid_file.hold lock_file=$pid_file.lock asked_to_end=$pid_file.sigterm

see_supervisors_traces() {
  for trace in "$log" "$pid_file" "$pid_file.hold" "$lasting_hold"; do
    [ ! -e "$trace" ] || fact trace "$trace"
  done
}

# Whether a process, which began $1 hundredths of a second after the boot, began after the pid file was
# written: its pid was given away again then, as after the reboot of a machine or a container. Its age
# is that against this script, because some containers have an uptime of their own.
began_later() {
  see_pid $$
  written=$(stat -c %Y -- "$pid_file" 2>/dev/null) && [ -n "$seen" ] || return 1
  age=$(((${seen#* } - $1) / 100))
  [ "$age" -ge 0 ] && [ $((age + 5)) -lt $(($(date +%s) - written)) ]
}

see_supervised() {
  [ ! -r "$environment" ] ||
    fact environment-bytes "$(head -c 65537 -- "$environment" | base64 -w 0)"
  # It is started with the rights of whoever runs this.
  if [ "$(id -u)" = 0 ]; then
    see_open "$binary" 0
    [ -z "$open" ] || fact binary-open "$open"
  fi
  owner=$(ended_by_logout)
  [ -z "$owner" ] || fact ends-at-logout "$owner"
  hold=$pid_file.hold
  [ -e "$hold" ] || [ ! -f "$lasting_hold" ] || [ -L "$lasting_hold" ] || hold=$lasting_hold
  [ ! -e "$hold" ] || fact holder "$(as_owner_of "$(dirname -- "$hold")" head -c 300 -- "$hold" 2>/dev/null)"
  token=
  case $(file_state "$pid_file") in
    unreadable) fact pid-file unreadable ;;
    file) read -r token rest <"$pid_file"; fact pid-file "$token" ;;
  esac
  supervised=$token
  case $token in
    ''|*[!0-9]*) ;;
    *)
      began=$(process_of "$token")
      [ -n "$began" ] || return 0
      claim=$(claim_of "$token")
      # A clock that was set forward makes a file look older than it is; who has the data open runs.
      if [ "$claim" = other ] && began_later "${began#* }" && ! data_locked; then
        fact given-away "$token"
        token= supervised=
      else
        fact process "$token $began $claim"
      fi
      ;;
  esac
}

# The pid of the member, as far as its supervisor knows it.
pid_of_member() { head -n 1 -- "$pid_file" 2>/dev/null; }

# The last $1 bytes of what the member logged.
read_log() { [ ! -r "$log" ] || as_owner_of "$(dirname -- "$log")" tail -c "$1" -- "$log"; }

# It knows no more than what is read.
ask_supervisor() { :; }

# What the member is started from.
see_binary() { see_program binary "$binary"; }

# "<user>:<group>" that what is made here belongs to, as numbers: nobody is named here.
owner_here() { echo "$1"; }
