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
  rm -f -- "$fresh"
  cp -p -- "$file" "$fresh" ||
    refuse "$fresh cannot be written; make its directory writable for Quorate"
  cat >"$fresh"
  [ "$(stat -c %s -- "$fresh")" = "$1" ] || { rm -f -- "$fresh"; exit 77; }
  if cmp -s -- "$fresh" "$file"; then
    rm -f -- "$fresh"
  else
    sync -- "$fresh" && mv -f -T -- "$fresh" "$file" && sync -- "$(dirname -- "$file")" ||
      refuse "$environment could not be replaced; is its file system full or read-only?"
  fi
}
