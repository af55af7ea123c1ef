# Whether what is started here ends with the login. Functions; changes nothing.

# The user whose login this runs in, where logind ends all processes of the login once its connection
# ends, also those that root started in it. Nothing where they go on.
ended_by_logout() {
  while IFS= read -r line; do
    case $line in */user-*.slice/session-*.scope*) ;; *) continue ;; esac
    owner=${line##*/user-} owner=${owner%%.slice*}
    owner=$(id -un -- "$owner" 2>/dev/null || echo "$owner")
    ! is_ended_by_logind "$owner" || echo "$owner"
    return
  done </proc/self/cgroup
}

# As logind decides (logind.conf(5), KillUserProcesses=). busctl prints a property a line: b true, or
# as 1 "root" of a list.
is_ended_by_logind() {
  bus=org.freedesktop.login1
  said=$(timeout -k 2 5 busctl get-property $bus /org/freedesktop/login1 $bus.Manager \
    KillExcludeUsers KillOnlyUsers KillUserProcesses 2>/dev/null) || return 1
  printf '%s\n' "$said" | {
    read -r excluded
    read -r only
    read -r all
    # Without a list root is spared; a list that is empty looks the same here.
    case "$excluded:$1" in 'as 0:root'|*"\"$1\""*:*) return 1 ;; esac
    case $only in
      'as 0') [ "$all" = 'b true' ] ;;
      *"\"$1\""*) ;;
      *) return 1 ;;
    esac
  }
}
