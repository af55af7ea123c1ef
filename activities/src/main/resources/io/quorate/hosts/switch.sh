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

again="make the directory of $binary writable for Quorate, with room for another etcd"
new=$binary.quorate-new
rm -f -- "$new"
if [ -L "$binary" ] || [ ! -e "$binary" ]; then
  ln -s -T -- "$release" "$new" || refuse "$new cannot be made; $again"
elif ! cmp -s -- "$binary" "$release"; then
  [ -e "$kept" ] || ln -T -- "$binary" "$kept" || refuse "$kept cannot be made; $again"
  cmp -s -- "$binary" "$kept" ||
    refuse "$kept is there and is not $binary, which would be lost; move it away"
  cp -p -- "$release" "$new" && cmp -s -- "$release" "$new" && sync -- "$new" ||
    { rm -f -- "$new"; refuse "$new cannot be made; $again"; }
fi

# The settings first: whoever sees the new binary may take them for done too.
write_environment "$answer"
if [ -L "$new" ] || [ -e "$new" ]; then
  mv -f -T -- "$new" "$binary" && sync -- "$(dirname -- "$binary")" ||
    { fact unknown "$binary could not be replaced, and its settings are changed"; exit 4; }
fi
