# Lists what was set aside at a member's place. Follows sight.sh, place.sh and directory.sh.
see_directory ""
for there in "$source".aside-* ${wal:+"$wal".aside-*}; do
  [ -d "$there" ] && [ ! -L "$there" ] || continue
  # A rename sets the time of the last change of the directory itself, and nothing later does.
  fact aside "$(stat -c %Z -- "$there") $(du -s -B1 -- "$there" 2>/dev/null | cut -f 1) $there"
done
