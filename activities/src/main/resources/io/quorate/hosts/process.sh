# A member that is a process nobody supervises: Quorate starts and ends it, and a file beside its pid
# file keeps it from being started. Functions; follows sight.sh, changes nothing.
pid_file=$service
hold=$pid_file.hold lock_file=$pid_file.lock asked_to_end=$pid_file.sigterm

see_supervisors_traces() {
  for trace in "$log" "$pid_file" "$hold"; do
    [ ! -e "$trace" ] || fact trace "$trace"
  done
}

see_supervised() {
  owner=$(ended_by_logout)
  [ -z "$owner" ] || fact ends-at-logout "$owner"
  [ ! -e "$hold" ] || fact holder "$(head -c 300 -- "$hold")"
  token=
  case $(file_state "$pid_file") in
    unreadable) fact pid-file unreadable ;;
    file) read -r token rest <"$pid_file"; fact pid-file "$token" ;;
  esac
  supervised=$token
  case $token in
    ''|*[!0-9]*) ;;
    *)
      seen=$(process_of "$token")
      [ -z "$seen" ] || fact process "$token $seen $(claim_of "$token")"
      ;;
  esac
}

# The pid of the member, as far as its supervisor knows it.
pid_of_member() { head -n 1 -- "$pid_file" 2>/dev/null; }

# The last $1 bytes of what the member logged.
read_log() { [ ! -r "$log" ] || tail -c "$1" -- "$log"; }

# It knows no more than what is read.
ask_supervisor() { :; }

# What the member is started from.
see_binary() { see_program binary "$binary"; }
