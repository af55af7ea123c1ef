# Finds every etcd that runs on a machine, and with what it was started: for a configuration that is
# not written yet. Follows owner.sh, changes nothing.
set -u
LC_ALL=C
export LC_ALL
newline='
'
# QUORATE_WORD is the word of this run's question. No process that is started here needs the word.
unset QUORATE_WORD

# One line each, whatever the process calls itself.
say() { printf '%s=%s\n' "$1" "$(printf %s "$2" | tr '\001-\037\177' ' ')"; }

# The first value of option $1 or variable $2; the option wins, as it does in etcd. Where a settings
# file (YAML) is named, etcd takes nothing else.
stated() {
  if [ -n "$settings_file" ]; then
    printf %s "$settings" | base64 -d | sed -n "s/^$1:[[:space:]]*//p" | head -n 1 |
      sed -e 's/[[:space:]]*$//' -e 's/^"\(.*\)"$/\1/' -e "s/^'\(.*\)'\$/\1/"
    return
  fi
  value=$(printf %s "$arguments" | sed -n "/^--*$1\$/{n;p;q;}; s/^--*$1=//p" | head -n 1)
  [ -n "$value" ] || value=$(printf %s "$variables" | sed -n "s/^$2=//p" | head -n 1)
  printf '%s\n' "$value" | head -n 1
}

# Prints the user ids and the group ids of the process: real, effective, saved and for files.
users_of_it() {
  sed -n 's/^[UG]id:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null | tr -s '[:space:]' ' '
}

# Prints the settings file in base64. A process can write any name into its command line, so the file is
# read with the rights of the process. Where the process has several users or groups, or changed them
# meanwhile, the file is not read.
settings_as_its_user() {
  # Where owner.sh refuses, nothing is printed.
  refuse() { exit 3; }
  [ "$users" = "$(users_of_it)" ] || return 0
  set -- $users
  [ $# -eq 8 ] && [ "$1 $1 $1 $5 $5 $5" = "$2 $3 $4 $6 $7 $8" ] || return 0
  as_user "$1" "$5" timeout -k 2 5 head -c 65537 -- "$settings_file" 2>/dev/null | base64 -w 0
}

# The service unit in whose control group the process is, and what it is started with.
see_unit() {
  unit=$(sed -n 's,^.*/\([^/]*\.service\)$,\1,p; s,^.*/\([^/]*\.service\)/.*$,\1,p' \
    "/proc/$pid/cgroup" 2>/dev/null | tail -n 1)
  case $unit in ''|user@*|ssh.service|sshd.service|session-*) return ;; esac
  shown=$(timeout -k 2 5 systemctl --no-pager show -p Id,MainPID,EnvironmentFiles,ExecStart -- \
    "$unit" 2>/dev/null) || return 0
  # A shell that starts etcd may stay its parent.
  main=$(printf '%s\n' "$shown" | sed -n 's/^MainPID=//p')
  [ "$main" = "$pid" ] ||
    [ "$main" = "$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$pid/status" 2>/dev/null)" ] || return 0
  say unit "$(printf '%s\n' "$shown" | sed -n 's/^Id=//p')"
  printf '%s\n' "$shown" |
    sed -n 's/^EnvironmentFiles=\(.*\) (ignore_errors=[a-z]*)$/\1/p' |
    while IFS= read -r file; do say environment "$file"; done
  say unit-command "$(printf '%s\n' "$shown" |
    sed -n 's/^ExecStart={ path=[^;]* ; argv\[\]=\(.*\) ; ignore_errors=.*$/\1/p' | head -n 1)"
  # Only the settings of a unit leave the machine: the process of any user can name any file.
  [ -z "$settings_file" ] || say settings-bytes "$settings"
}

# The manifest of the static pod that the process is, where kubeadm has it.
see_pod() {
  grep -q -E '[/-]pod[0-9a-f][0-9a-f_-]{31}' "/proc/$pid/cgroup" 2>/dev/null || return 0
  for file in /etc/kubernetes/manifests/*; do
    [ -f "$file" ] || continue
    if [ -n "$settings_file" ]; then
      grep -q -F -e "--config-file=$settings_file" -- "$file" || continue
    else
      grep -q -F -e "--data-dir=$(stated data-dir ETCD_DATA_DIR)" -- "$file" &&
        grep -q -F -e "--name=$(stated name ETCD_NAME)" -- "$file" || continue
    fi
    say manifest "$file"
    return
  done
}

# The data directory in full: what etcd takes for itself where none is stated is called as it is.
data_directory() {
  own=$(stated data-dir ETCD_DATA_DIR)
  [ -n "$own$standard" ] || return 0
  case ${own:=${named:-$standard}.etcd} in
    /*) ;;
    *) own=$(readlink -- "/proc/$pid/cwd" 2>/dev/null)/$own ;;
  esac
  printf '%s\n' "$own"
}

for comm in /proc/[0-9]*/comm; do
  called=
  { IFS= read -r called <"$comm"; } 2>/dev/null
  [ "$called" = etcd ] || continue
  pid=${comm#/proc/}
  pid=${pid%/comm}
  users=$(users_of_it)
  arguments=$(tr '\0' '\n' 2>/dev/null <"/proc/$pid/cmdline")$newline
  variables=$(tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ")$newline
  say etcd "$pid"
  say user "$(stat -c %U -- "/proc/$pid" 2>/dev/null)"
  standard=default
  cat "/proc/$pid/environ" >/dev/null 2>&1 || { echo 'unreadable=yes'; standard=; }
  settings_file=
  settings_file=$(stated config-file ETCD_CONFIG_FILE)
  case $settings_file in
    ''|/*) ;;
    *) settings_file=$(readlink -- "/proc/$pid/cwd" 2>/dev/null)/$settings_file ;;
  esac
  say settings-file "$settings_file"
  settings=
  if [ -n "$settings_file" ]; then
    settings=$(settings_as_its_user)
    # Where the settings file cannot be read, its settings stay unknown.
    [ -n "$settings" ] || standard=
  fi
  named=$(stated name ETCD_NAME)
  say name "${named:-$standard}"
  say data "$(data_directory)"
  say peer "$(stated initial-advertise-peer-urls ETCD_INITIAL_ADVERTISE_PEER_URLS)"
  say client "$(stated advertise-client-urls ETCD_ADVERTISE_CLIENT_URLS)"
  say ca "$(stated trusted-ca-file ETCD_TRUSTED_CA_FILE)"
  see_pod
  see_unit
  printf %s "$arguments" | while IFS= read -r word; do
    say argument "$word"
  done
  say binary "$(readlink -- "/proc/$pid/exe" 2>/dev/null)"
done
