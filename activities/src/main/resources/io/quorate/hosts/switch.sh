# Makes the etcd of a release the member's binary, and writes its settings. Follows sight.sh,
# lock.sh, environment.sh and program.sh.
# more: the etcd of the release; where a binary that is a file is kept
# asks with the environment file's bytes in base64; answer: "go <size>", then the new bytes
release=$1 kept=$2
lock
sight
see_binary
see_program release "$release"
see_environment
ask
secure

# The owner of the directory could put a link in the place of a new file, and root would write through it.
above=$(dirname -- "$binary")
beside() { as_owner_of "$above" "$@"; }
writer=$(beside id -u)
again="make $above writable for user $writer, and $release readable, with room for another etcd"
new=$binary.quorate-new
beside rm -f -- "$new"
if [ -L "$binary" ] || [ ! -e "$binary" ]; then
  beside ln -s -T -- "$release" "$new" || refuse "$new cannot be made; $again"
elif ! beside cmp -s -- "$binary" "$release"; then
  # Who does not own a file may make no link to it, and has to copy it.
  [ -e "$kept" ] || beside sh -c 'ln -T -- "$1" "$2" 2>/dev/null ||
    { rm -f -- "$2.new" && cp -p -- "$1" "$2.new" && sync -- "$2.new" && mv -n -T -- "$2.new" "$2"; }' \
    sh "$binary" "$kept" || refuse "$kept cannot be made; $again"
  beside cmp -s -- "$binary" "$kept" ||
    refuse "$kept is there and is not $binary, which would be lost; move it away"
  beside sh -c 'cp -p -- "$1" "$2" && cmp -s -- "$1" "$2" && sync -- "$2"' sh "$release" "$new" ||
    { beside rm -f -- "$new"; refuse "$new cannot be made; $again"; }
fi

# The settings first: whoever sees the new binary may take them for done too.
write_environment "$answer"
if [ -L "$new" ] || [ -e "$new" ]; then
  beside mv -f -T -- "$new" "$binary" && sync -- "$(dirname -- "$binary")" ||
    { fact unknown "$binary could not be replaced, and its settings are changed"; exit 4; }
fi
