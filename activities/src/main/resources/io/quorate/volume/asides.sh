# Lists what was set aside: data directories, what etcd made in a mount point, and logs that had a
# directory of their own. Follows place.sh.
# "<bytes on its disk><tab><seconds of its last change><tab><path>" each, and "<sum><tab><path>": the
# sum of names, inodes, sizes and times, by which files are told from those that were read before.

see_aside() {
  for aside in "$1".aside-*; do
    [ -d "$aside" ] && [ ! -L "$aside" ] || continue
    changed=$(stat -c %Z -- "$aside" 2>/dev/null) || continue
    taken=$(du -s -B1 -- "$aside" 2>/dev/null | cut -f 1)
    fact aside "${taken:-0}$tab$changed$tab$aside"
    listed=$(find "$aside" -type f -exec stat -c '%n %i %s %y %z' -- {} + 2>/dev/null | sort)
    [ -z "$listed" ] || fact aside-sum "$(printf '%s' "$listed" | sha256sum | cut -c 1-32)$tab$aside"
  done
}

# A unit may say where the log is.
ask_supervisor
see_aside "$directory"
see_aside "$directory/member"
wal=$(wal_of_start)
case $wal in ''|"$directory"|"$directory/member") ;; *) see_aside "$wal" ;; esac
