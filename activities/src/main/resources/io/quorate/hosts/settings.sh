# The binary, the releases, the settings and the raft snapshots. Functions; follows sight.sh,
# environment.sh and program.sh, changes nothing.

# The arguments are the etcd of each release.
see_installation() {
  see_binary
  for etcd in "$@"; do
    see_program release "$etcd"
  done
  see_environment
  for file in "$directory"/member/snap/*.snap; do
    [ ! -f "$file" ] || fact raft-snapshot "${file##*/}"
  done
}
