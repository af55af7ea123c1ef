# The environment file, or the manifest of a static pod, seen and replaced. Functions; follows
# sight.sh.

see_environment() {
  [ -r "$environment" ] || return 0
  fact environment-bytes "$(head -c 65537 -- "$environment" | base64 -w 0)"
}

# Replaces the file by what is on standard input, which has to have this size: whoever answers may
# die in the middle. In the directory of the file, so that the rename is atomic; a copy first, so
# that mode and owner stay.
write_environment() {
  file=$(readlink -f -- "$environment")
  fresh=$file.quorate-new
  folder=$(dirname -- "$file")
  as_owner_of "$folder" sh -c 'rm -f -- "$2" && cp -p -- "$1" "$2"' sh "$file" "$fresh" ||
    refuse "$fresh cannot be written; make its directory writable for Quorate"
  as_owner_of "$folder" sh -c 'cat >"$1"' sh "$fresh"
  [ "$(stat -c %s -- "$fresh")" = "$1" ] || { as_owner_of "$folder" rm -f -- "$fresh"; exit 77; }
  if as_owner_of "$folder" cmp -s -- "$fresh" "$file"; then
    as_owner_of "$folder" rm -f -- "$fresh"
  else
    as_owner_of "$folder" sh -c 'sync -- "$1" && mv -f -T -- "$1" "$2"' sh "$fresh" "$file" && sync -- "$folder" ||
      refuse "$environment could not be replaced; is its file system full or read-only?"
  fi
}
