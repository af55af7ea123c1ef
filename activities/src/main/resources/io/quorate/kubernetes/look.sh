# What stands at each part of the ways given, from the directory down; an empty argument ends a way. With
# "list" as the first argument, what is in the folder at the end of each way follows; with "open", the
# beginning of the file at the end of the only way. All records end with a NUL.
what=$1 most=$2
shift 2

# The attributes at $2, or why there are none; -L follows links.
attributes() {
  if seen=$(stat $1 -c '%f %u %s %Y %d:%i' -- "$2" 2>&1); then
    printf '%s\0' "$seen"
  else
    case $seen in
      *': No such file or directory' | *': Not a directory') printf -- '-\0' ;;
      *) printf '! %s\0' "${seen##*: }" ;;
    esac
  fi
}

end=
for part; do
  if [ -n "$part" ]; then
    attributes '' "$part"
    attributes -L "$part"
    end=$part
    continue
  fi
  printf '/\0'
  if [ "$what" = list ] && [ -d "$end" ]; then
    find "$end/" -mindepth 1 -maxdepth 1 -printf '%y %s %f\0' || exit 1
    printf '/\0'
  fi
done
[ "$what" = open ] && [ -f "$end" ] && [ -r "$end" ] || exit 0
# The file is opened once, and its attributes are those of what was opened.
exec 3<"$end"
attributes -L /proc/self/fd/3
head -c "$most" <&3
