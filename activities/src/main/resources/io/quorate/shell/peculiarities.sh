# Links and mount points among the folders given, which are all of one data directory.
for folder; do
  [ ! -L "$folder" ] || echo "seen=$folder is a link"
  [ -d "$folder" ] || continue
  here=$(stat -L -c %d -- "$folder" 2>/dev/null)
  above=$(stat -L -c %d -- "$(dirname -- "$folder")" 2>/dev/null)
  [ "$here" = "$above" ] || echo "seen=$folder is a mount point"
done
