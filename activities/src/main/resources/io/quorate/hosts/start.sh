# Writes the environment file and starts the member, detached. Follows sight.sh and lock.sh.
# asks with the environment file's bytes in base64; answer: "go <size>", then the new bytes
lock
sight
if [ -r "$environment" ]; then
  fact environment-bytes "$(head -c 65537 -- "$environment" | base64 -w 0)"
fi
[ -f "$binary" ] && [ -x "$binary" ] || fact binary missing
mkdir -p -- "$(dirname -- "$log")" 2>/dev/null
{ : >>"$log"; } 2>/dev/null || fact log unwritable
ask

# In the directory of the file, so that the rename is atomic; a copy first, so that mode and owner
# stay. Its size is checked: whoever answers may die in the middle.
file=$(readlink -f -- "$environment")
new=$file.quorate-new
rm -f -- "$new"
cp -p -- "$file" "$new" || refuse "$new cannot be written; make its directory writable for Quorate"
cat >"$new"
[ "$(stat -c %s -- "$new")" = "$answer" ] || { rm -f -- "$new"; exit 77; }
if cmp -s -- "$new" "$file"; then
  rm -f -- "$new"
else
  sync -- "$new" && mv -f -T -- "$new" "$file" && sync -- "$(dirname -- "$file")" ||
    refuse "$environment could not be replaced; is its file system full or read-only?"
fi

# The variables are set before the pid file is written: whoever reads it recognises the process. The
# outer parentheses end at once, so etcd is no child of this script and outlives its end.
set -- PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    [A-Za-z_]*=*) set -- "$@" "$line" ;;
  esac
done <"$environment"

# What the old pid file names is proven gone; without it the new one is told from it below.
rm -f -- "$hold" "$pid_file"
# Where this run begins in the log, whatever ETCD_LOG_LEVEL leaves out.
echo "quorate: starting $name" >>"$log"
cd /
(
  setsid env -i "$@" sh -c '
    echo $$ >"$1.new" && command -p mv -f -T -- "$1.new" "$1" || exit 1
    exec "$2"
  ' sh "$pid_file" "$binary" </dev/null >>"$log" 2>&1 9>&- &
)

left=50
while [ ! -s "$pid_file" ] && [ "$left" -gt 0 ]; do
  left=$((left - 1))
  sleep 0.1
done
read -r token rest <"$pid_file" || { fact unknown "$pid_file was not written within 5 s"; exit 4; }
fact started "$token"
