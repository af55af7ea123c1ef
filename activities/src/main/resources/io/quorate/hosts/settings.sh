# The binary, the releases, the settings and the raft snapshots. Functions; follows sight.sh,
# environment.sh and program.sh, changes nothing.

# The last value that a process states: $2 an option, $3 its variable.
stated_value() {
  value=$(tr '\0' '\n' <"/proc/$1/cmdline" | sed -n "/^--*$2\$/{n;p;}; s/^--*$2=//p" | tail -n 1)
  [ -n "$value" ] || value=$(tr '\0' '\n' <"/proc/$1/environ" | sed -n "s/^$3=//p" | tail -n 1)
} 2>/dev/null

# A file that etcd reads at its start only: $2 the option that names it, $3 its variable. A link counts
# by its own time too.
see_start_file() {
  stated_value "$1" "$2" "$3"
  case $value in
    '') return 0 ;;
    /*) real=/proc/$1/root$value ;;
    *) real=/proc/$1/cwd/$value ;;
  esac
  [ -f "$real" ] && [ -r "$real" ] || return 0
  changed=$(stat -c %Y -- "$real") && target=$(stat -L -c %Y -- "$real") || return 0
  [ "$target" -le "$changed" ] || changed=$target
  sum=$(timeout --foreground -k 1 5 head -c 1048576 -- "$real" | sha256sum)
  fact run-file "$2 $changed ${sum%% *} $value"
}

# What the running process got at its start: when that was, its arguments, and etcd's variables. A
# variable whose name may stand for a secret stays where it is; arguments are read whole.
see_run() {
  for run in ${supervised:-}; do
    command=
    { IFS= read -r command <"/proc/$run/comm"; } 2>/dev/null
    case $command in etcdctl|etcdutl) continue ;; etcd*) ;; *) continue ;; esac
    its=$(claim_of "$run")
    case $its in directory|name) ;; *) continue ;; esac
    see_pid "$run"
    run_began=${seen#* }
    see_pid $$
    [ -n "$run_began" ] && [ -n "$seen" ] || return 0
    # By the age of this script, as some containers have an uptime of their own.
    fact run "$run.$run_began $(($(date +%s) - (${seen#* } - run_began) / 100)) $its"
    fact run-arguments "$(head -c 65537 -- "/proc/$run/cmdline" 2>/dev/null | base64 -w 0)"
    ! cat "/proc/$run/environ" >/dev/null 2>&1 ||
      fact run-variables "$(grep -za '^ETCD_' "/proc/$run/environ" |
        grep -zavE '^[^=]*(PASSWORD|TOKEN|SECRET|USER)' | head -c 65537 | base64 -w 0)"
    if [ -f "${binary:-}" ] && [ "$(head -c 2 -- "$binary" 2>/dev/null)" = '#!' ]; then
      fact run-by-script yes
    fi
    see_start_file "$run" trusted-ca-file ETCD_TRUSTED_CA_FILE
    see_start_file "$run" peer-trusted-ca-file ETCD_PEER_TRUSTED_CA_FILE
    see_start_file "$run" config-file ETCD_CONFIG_FILE
    return 0
  done
}

# The arguments are the etcd of each release.
see_installation() {
  see_binary
  for etcd in "$@"; do
    see_program release "$etcd"
  done
  see_environment
  see_run
  for file in "$directory"/member/snap/*.snap; do
    [ ! -f "$file" ] || fact raft-snapshot "${file##*/}"
  done
}
