# Whether and with what data can be salvaged and restored. Follows sight.sh and program.sh.
# more: seconds for each program; the etcd of each release
limit=$1
shift
see_binary
fact user "$(id -u)"
for tool in cp cut du find rm setpriv sha256sum sort unshare; do
  command -v "$tool" >/dev/null || fact missing "$tool"
done
command -v ip >/dev/null || command -v ifconfig >/dev/null || fact missing ip
see_namespace() {
  said=$(timeout --foreground -s KILL "$limit" setpriv --pdeathsig KILL \
    unshare --net --pid --fork --kill-child --mount-proc \
    sh -c 'ip link set lo up || ifconfig lo up' 2>&1) ||
    fact namespace "$said"
}

see_members_user
see_tool() {
  ! is_left_alone "$1" || return 0
  said=$(as_user "$member_uid" "$member_gid" timeout --foreground -s KILL "$limit" env -i PATH="$PATH" HOME=/ "$1" version 2>/dev/null </dev/null)
  fact tool "$1 $(printf %s "$said" | sed -n 's/^etc[a-z]* version: //p' | head -n 1)"
}

see_tools() {
  for tool in "$1/etcdctl" "$1/etcdutl"; do
    [ ! -f "$tool" ] || [ ! -x "$tool" ] || see_tool "$tool" &
  done
}

# At the same time: every restore waits for it. Each tells one short line, so that none cuts another.
see_namespace &
see_tools "$(dirname -- "$(readlink -f -- "$binary")")"
for etcd in "$@"; do
  see_tools "$(dirname -- "$etcd")"
done
wait
