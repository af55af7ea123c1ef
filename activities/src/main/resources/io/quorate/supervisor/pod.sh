# A member that is a static pod: its manifest is the service, and the kubelet runs what lies in the
# manifest's directory. Functions; follows sight.sh, changes nothing. A manifest in a directory beside
# it is a hold: it survives reboots, and no kubelet looks there.
manifests=$(dirname -- "$service")
held_in=$(dirname -- "$manifests")/quorate-held
held=$held_in/${service##*/}
holder_file=$held.held-by saved_log=$held.log
# For one start only: what a lasting manifest was, and what was made of it.
lasting=$held.lasting this_run=$held.this-run
run_directory=/run/quorate
run_name=$(printf %s "${service#/}" | tr / -)
lock_file=$run_directory/$run_name.lock
asked_to_end=$run_directory/$run_name.sigterm
# Written anew at each hold; that the manifest is away is what holds.
hold=$holder_file

# The manifest, wherever it is; where it is at both places the kubelet's counts. While it is held,
# what a start that died wrote into it for itself is no setting.
find_manifest() {
  if [ -e "$service" ] || [ -L "$service" ] || [ ! -e "$held" ]; then
    environment=$service
  elif [ -e "$lasting" ] && cmp -s -- "$held" "$this_run"; then
    environment=$lasting
  else
    environment=$held
  fi
}
find_manifest

# The value of the flag that a variable of etcd stands for. Unusual manifests are refused where they
# are read whole.
setting() {
  flag=$(printf %s "${1#ETCD_}" | tr 'A-Z_' 'a-z-')
  sed -n "s/^[[:space:]]*-[[:space:]][[:space:]]*[\"']\{0,1\}--\{0,1\}$flag=\(.*\)\$/\1/p" \
    "$environment" 2>/dev/null | tail -n 1 | sed "s/[[:space:]]#.*\$//; s/[[:space:]]*\$//; s/[\"']\$//"
}

# The first value of a field $1 that no other field of a manifest of kubeadm has.
field() {
  sed -n "s/^[[:space:]]*$1:[[:space:]]*[\"']\{0,1\}\([^\"'#[:space:]]*\).*\$/\1/p" "$environment" \
    2>/dev/null | head -n 1
}

see_supervisors_traces() {
  for trace in "$holder_file" "$saved_log"; do
    [ ! -e "$trace" ] || fact trace "$trace"
  done
}

see_binary() { see_manifest; }

# What the member is started from is all in its manifest.
see_manifest() {
  find_manifest
  [ -r "$environment" ] && [ -f "$environment" ] || return 0
  fact environment-bytes "$(head -c 65537 -- "$environment" | base64 -w 0)"
}
ask_supervisor() { find_manifest; }

# The pod in whose control group a process is, as the kubelet names it; nothing for others. systemd's
# slices have underscores where the others have hyphens.
pod_of() {
  sed -n 's#^.*[/-]pod\([0-9a-f][0-9a-f_-]\{31,35\}\)\(\.slice\)\{0,1\}\(/.*\)\{0,1\}$#\1#p' \
    "/proc/$1/cgroup" 2>/dev/null | head -n 1 | tr _ -
}

# The processes of the member in its pod into supervised, its first one into token. One of another
# pod is a stranger.
find_processes() {
  supervised= token= pod=
  for pid in $(candidates); do
    case $(process_of "$pid") in ''|Z*|X*) continue ;; esac
    command=
    { IFS= read -r command <"/proc/$pid/comm"; } 2>/dev/null
    case $(claim_of "$pid"):$command in directory:*|name:etcd*) ;; *) continue ;; esac
    its=$(pod_of "$pid")
    [ -n "$its" ] && [ "$its" = "${pod:-$its}" ] || continue
    pod=$its supervised="$supervised $pid"
    # The container's main process is called as its program is.
    case $command in etcd*) token=${token:-$pid} ;; esac
  done
  [ -n "$token" ] || token=${supervised##* }
}

# A kubelet that reads this directory: its pid into kubelet, its state into kubelet_state: a letter
# as ps has it, or nothing. Where one reads another directory, that into kubelet_reads.
find_kubelet() {
  kubelet= kubelet_state= kubelet_reads= node=
  here=$(stat -L -c %d:%i -- "$manifests" 2>/dev/null)
  for comm in $(grep -l -x kubelet /proc/[0-9]*/comm 2>/dev/null); do
    pid=${comm#/proc/}
    pid=${pid%/comm}
    state=$(process_of "$pid")
    case $state in ''|Z*|X*) continue ;; esac
    words=$(tr '\0' '\n' <"/proc/$pid/cmdline" 2>/dev/null)
    reads=$(option pod-manifest-path)
    file=$(option config)
    [ -n "$reads" ] || [ -z "$file" ] || reads=$(sed -n \
      's/^[[:space:]]*"\{0,1\}staticPodPath"\{0,1\}:[[:space:]]*["'\'']\{0,1\}\([^"'\'',#[:space:]]*\).*$/\1/p' \
      "/proc/$pid/root$file" 2>/dev/null | head -n 1)
    # By the directory itself: a kubelet in a container has another one by the same name.
    if [ -n "$reads" ] &&
      [ "$(stat -L -c %d:%i -- "/proc/$pid/root$reads" 2>/dev/null)" != "$here" ]; then
      kubelet_reads=$reads
      continue
    fi
    kubelet=$pid kubelet_state=${state%% *} kubelet_reads=
    node=$(option hostname-override)
    break
  done
  [ -n "$node" ] || node=$(uname -n)
  node=$(printf %s "$node" | tr 'A-Z' 'a-z')
}

# The value of an option among words, a line each.
option() {
  printf '%s\n' "$words" | sed -n "/^--*$1\$/{n;p;q;}; s/^--*$1=//p" | head -n 1
}

# The directories with the logs of this pod, the newest last; the name ends with the pod's uid.
log_directories() {
  namespace=$(field namespace)
  ls -d -tr -- /var/log/pods/"${namespace:-default}_$(field name)-${node}_"* 2>/dev/null
}

# Live processes in the control groups of the pod, etcd or not: the kubelet is done with a pod when
# its last container, which does nothing, has ended.
processes_of_pods() {
  { [ -z "$pod" ] || echo "$pod"; log_directories | sed 's/^.*_//'; } | sort -u |
    while IFS= read -r uid; do
      [ -n "$uid" ] || continue
      grep -l -E "[/-]pod($uid|$(printf %s "$uid" | tr - _))(\.slice)?(/|\$)" \
        /proc/[0-9]*/cgroup 2>/dev/null
    done | cut -d / -f 3 | sort -nu | while IFS= read -r pid; do
    case $(process_of "$pid") in ''|Z*|X*) ;; *) echo "$pid" ;; esac
  done
}

# Another manifest in the directory that starts etcd on this data: any name that begins with no dot
# counts, a copy made by hand too.
second_manifest() {
  escaped=$(printf %s "$directory" | sed 's/[][\.*^$+?(){}|]/\\&/g')
  for file in "$manifests"/*; do
    [ -f "$file" ] && [ "$file" != "$service" ] || continue
    grep -q -i -E 'data[-_]dir' -- "$file" 2>/dev/null || continue
    ! grep -q -E "$escaped/?([\"', ]|\$)" -- "$file" || { echo "$file"; return; }
  done
}

see_supervised() {
  find_manifest
  find_processes
  find_kubelet
  see_manifest
  fact manifest "$(file_state "$service")"
  fact manifest-held "$(file_state "$held")"
  ! data_locked || fact data-locked yes
  [ ! -e "$service" ] || fact manifest-stamp "$(stat -L -c %i:%s:%.9Y -- "$service")"
  [ ! -L "$service" ] || fact manifest-link yes
  [ "$(stat -c %d -- "$manifests" 2>/dev/null)" = \
    "$(stat -c %d -- "$(dirname -- "$manifests")" 2>/dev/null)" ] || fact manifest-disk yes
  second=$(second_manifest)
  [ -z "$second" ] || fact manifest-second "$second"
  [ ! -s "$holder_file" ] || [ ! -e "$held" ] || fact holder "$(head -c 300 -- "$holder_file")"
  if [ -n "$kubelet" ]; then
    fact kubelet "$kubelet_state"
  else
    fact kubelet "none $kubelet_reads"
  fi
  case $token in
    '')
      left=$(processes_of_pods | head -n 1)
      [ -z "$left" ] || fact pod-process "$left"
      ;;
    *)
      seen=$(process_of "$token")
      [ -z "$seen" ] || fact process "$token $seen $(claim_of "$token")"
      ;;
  esac
}

pid_of_member() {
  # A search of all processes takes tenths of a second; the look before has made one.
  [ -n "${token+seen}" ] || find_processes
  echo "$token"
}

# At most $1 bytes of what the member logged. The kubelet removes the log of a pod that is gone, so
# what was saved at the stop counts then. Each line begins with a time, a stream and a letter.
read_log() {
  [ -n "${node-}" ] || find_kubelet
  log_of_pod "$1" | if IFS= read -r first; then
    printf '%s\n' "$first"
    cat
  else
    [ ! -r "$saved_log" ] || tail -c "$1" -- "$saved_log"
  fi
}

log_of_pod() {
  newest=$(log_directories | tail -n 1)
  if [ -n "$newest" ]; then
    # The newest of the last three runs last; a rotated one that is compressed is no text.
    ls -tr -- "$newest"/*/*.log 2>/dev/null | tail -n 3 | while IFS= read -r file; do
      tail -c "$1" -- "$file"
    done | sed 's/^[^ ]* std\(out\|err\) [FP] //' | tail -c "$1"
  elif command -v crictl >/dev/null; then
    container=$(timeout -k 1 3 crictl ps -a -q --last 1 --name etcd \
      --label "io.kubernetes.pod.name=$(field name)-$node" 2>/dev/null | head -n 1)
    [ -z "$container" ] ||
      timeout -k 1 3 crictl logs --tail 4000 "$container" 2>&1 | tail -c "$1"
  fi
}

# "<user>:<group>" that what is made here belongs to, as numbers; $1 where the manifest names nobody.
owner_here() {
  user=$(field runAsUser) group=$(field runAsGroup)
  if [ -n "$user" ]; then echo "$user:${group:-0}"; else echo "$1"; fi
}
