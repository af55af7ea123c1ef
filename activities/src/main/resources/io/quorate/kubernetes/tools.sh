# Takes etcd's programs out of the container beside this one, which has the member's image, and asks them for their
# versions. Kubernetes shows the files of one container to another of the same pod and user below /proc/PID/root.
# Follows facts.sh and owner.sh.
# arguments: folder for the programs; the end of the command of that container's process; seconds for each program
folder=$1 command=$2 limit=$3

# The number of that process.
donor() {
  for process in /proc/[0-9]*; do
    case $(tr '\0' ' ' 2>/dev/null <"$process/cmdline") in
      *"$command ") [ "${process#/proc/}" = "$$" ] || { echo "${process#/proc/}"; return; } ;;
    esac
  done
}

# Copies the programs that stand beside the one that runs; the folder gets its name once it is whole. Several of these
# scripts may run at a time in one keeper, so each fills a folder of its own.
take() {
  see_owner "/proc/$1"
  from=/proc/$1/root$(dirname -- "$(as_user "$owner_uid" "$owner_gid" readlink -- "/proc/$1/exe")")
  new=$folder.$$ # what a dead process of this number left is of no use
  rm -rf -- "$new"
  mkdir -m 755 -- "$new" || refuse "no folder can be made beside $folder"
  for program in etcd etcdctl etcdutl; do
    as_user "$owner_uid" "$owner_gid" test -e "$from/$program" || continue
    as_user "$owner_uid" "$owner_gid" cat -- "$from/$program" >"$new/$program" && chmod 755 -- "$new/$program" ||
      { rm -rf -- "$new"; refuse "$from/$program of its image cannot be copied"; }
  done
  mv -T -- "$new" "$folder" 2>/dev/null || rm -rf -- "$new"
}

if [ ! -d "$folder" ]; then
  pid=$(donor)
  [ -n "$pid" ] || { fact missing "$command"; exit 0; }
  take "$pid"
fi
version() { timeout -s KILL "$limit" env -i PATH="$PATH" HOME=/ "$@" </dev/null 2>/dev/null | sed -n 's/^etc[a-z]* [Vv]ersion: //p' | head -n 1; }
[ ! -x "$folder/etcd" ] || fact etcd "$(version "$folder/etcd" --version)"
for program in etcdctl etcdutl; do
  [ ! -x "$folder/$program" ] || fact tool "$program $(version "$folder/$program" version)"
done
