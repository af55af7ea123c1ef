# Looks at the data directory and at what the log says about it. Follows sight.sh and directory.sh.
# more: the strings a line of the log must contain one of to be of interest
see_directory ""
[ -r "$log" ] || exit 0
wanted=
for string in "$@"; do
  wanted=$wanted$string$newline
done
# The last 1 MiB: a look must not read gigabytes. Stack traces are of no interest.
tail -c 1048576 -- "$log" | grep -aF -e "${wanted%"$newline"}" | tail -n 300 | cut -c 1-2000 |
  sed 's/^/log=/'
