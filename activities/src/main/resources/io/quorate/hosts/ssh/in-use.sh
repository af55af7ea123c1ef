# Whether a process of the host has a lock for writing on the file $1. etcd has one while it runs.
# /proc/locks names a file by the two numbers of its device, in hexadecimal, and its inode.
set -- $(stat -L -c '%d %i' -- "$1" 2>/dev/null)
[ $# -eq 2 ] || exit 0
major=$((($1 >> 8) & 0xfff | ($1 >> 32) & ~0xfff))
minor=$(($1 & 0xff | ($1 >> 12) & ~0xff))
file=$(printf '%02x:%02x:%d' "$major" "$minor" "$2")
while read -r line; do
  case " $line " in
    *" WRITE "*" $file "*) echo "used=yes"; exit 0 ;;
  esac
done </proc/locks
