# Writes the environment file and starts the member, detached. Follows sight.sh, lock.sh and
# environment.sh.
# more: variables that only this run gets, KEY=VALUE each; they win over the file
# asks with the environment file's bytes in base64; answer: "go <size>", then the new bytes
lock
sight
see_environment
[ -f "$binary" ] && [ -x "$binary" ] || fact binary missing
mkdir -p -- "$(dirname -- "$log")" 2>/dev/null
{ : >>"$log"; } 2>/dev/null || fact log unwritable
ask

write_environment "$answer"

# The variables are set before the pid file is written: whoever reads it recognises the process. The
# outer parentheses end at once, so etcd is no child of this script and outlives its end.
own=$#
set -- "$@" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    [A-Za-z_]*=*) set -- "$@" "$line" ;;
  esac
done <"$environment"
# To the end with those of this run: of two values env takes the last.
while [ "$own" -gt 0 ]; do
  own=$((own - 1))
  line=$1
  shift
  set -- "$@" "$line"
done

# What the old pid file names is proven gone; without it the new one is told from it below.
rm -f -- "$hold" "$pid_file" "$pid_file.sigterm"
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
