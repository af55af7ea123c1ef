# Asks a program which etcd it is, as the user that the member runs as. Follows sight.sh and owner.sh.
# more: the program, how many seconds it has
machine_of() {
  od -A n -v -t x1 -j 4 -N 2 -- "$1"
  od -A n -v -t x1 -j 18 -N 2 -- "$1"
}

# What is built for another machine a shell would take for a script, and carry out.
if [ "$(head -c 4 -- "$1" | tail -c 3)" = ELF ] &&
  [ "$(machine_of "$1")" != "$(machine_of /proc/self/exe)" ]; then
  fact foreign yes
  exit 0
fi
see_members_user
if is_left_alone "$1"; then
  fact exit open
  fact said "$open"
  exit 0
fi
said=$(as_user "$member_uid" "$member_gid" timeout --foreground -s KILL "$2" "$1" --version 2>&1 </dev/null)
fact exit $?
fact said "$(printf %s "$said" | head -c 1000)"
