# Changes the copy of a member's data in a scratch directory so that etcd starts on it. Follows lock.sh,
# place.sh, directory.sh and scratch.sh.
# more: what was appended to the name; a file of the log that is to end earlier, or nothing, and where; then the files
#   that the copy is better off without
# answer: "go <inode of the scratch directory>"
require_commands
command -v truncate >/dev/null || refuse "truncate is missing on the host; install it"
lock_for "$1"
see_directory "$1"
ask
[ "$(inode_of "$target")" = "$answer" ] || exit 77
continue_as_owner_of "$target" "$@"
cut=$2 position=$3
shift 3
for file in "$@"; do
  require_own "$file"
  rm -f -- "$file" || refuse "$file cannot be removed; is its file system read-only?"
done
if [ -n "$cut" ]; then
  require_own "$cut"
  long=$(size_of "$cut")
  full="$cut cannot be written; is its file system full or read-only?"
  # Zeros behind it are the end of a log.
  truncate -s "$position" -- "$cut" || refuse "$full"
  [ "$long" -ge $((position + 4096)) ] || long=$((position + 4096))
  truncate -s "$long" -- "$cut" || refuse "$full"
fi
sync -f -- "$target"
fact mended "$target"
