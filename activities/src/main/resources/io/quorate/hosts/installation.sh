# Looks at the binary, the releases, the settings and the raft snapshots. Follows sight.sh,
# environment.sh and program.sh.
# more: the etcd of each release
see_program binary "$binary"
for etcd in "$@"; do
  see_program release "$etcd"
done
see_environment
for file in "$directory"/member/snap/*.snap; do
  [ ! -f "$file" ] || fact raft-snapshot "${file##*/}"
done
