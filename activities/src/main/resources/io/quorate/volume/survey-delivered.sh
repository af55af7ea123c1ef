# Looks at what an earlier attempt got of a file. Follows lock.sh, place.sh, directory.sh and
# scratch.sh; changes nothing.
# more: what was appended to the name; the SHA-256 of the whole file
sight
see_directory "$1"
if [ -f "$target/$2" ]; then
  fact delivered "$target/$2"
elif [ -f "$target/$2.part" ]; then
  fact arrived "$(size_of "$target/$2.part")"
  fact arrived-sum "$(sum_of "$target/$2.part" "$(size_of "$target/$2.part")")"
fi
