# What the launchers of a checkout (quorate) and of a package (dist/quorate) share: the options of the JVM for each
# verb, and the archives of classes (docs/adr/0030-classes-of-verbs-in-an-archive.md). Both source this file. They set
# java (the program), run (the folder of the archives) and class_path.

# Netty and protobuf use native access and Unsafe. JDK 24 and later warn about both, older ones do not know the third
# option: what a JVM does not know it ignores.
common=(-XX:+IgnoreUnrecognizedVMOptions --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
# Of what the JVM logs, its warnings, without those about an archive that it cannot use: then it does without.
staying=(-Xlog:disable "-Xlog:all=warning,cds*=off:stderr")
# A verb that answers and ends starts a fifth faster without the second compiler; what stays needs it. What the JVM
# itself logs goes to standard output by default, which belongs to answers.
answering=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xlog:disable)

# Prints the verb: the first word that is neither a global option nor the value of one.
verb() {
  while (($#)); do
    case "$1" in
      --config | --output | -o | --as) shift ;;
      -*) ;;
      *)
        printf '%s' "$1"
        return
        ;;
    esac
    shift || return 0
  done
}

# Write the classes of a worker's start, and those of a look, read and checked once. Without the archive a start takes
# longer.
write_worker_archive() { write_archive worker.jsa io.quorate.worker.Rehearsal "${staying[@]}"; }
write_verbs_archive() { write_archive verbs.jsa io.quorate.worker.RehearsedLook "${answering[@]}"; }

# write_archive FILE MAIN_CLASS OPTION...; a JVM that is killed leaves no half of a file under that name.
write_archive() {
  "$java" "${common[@]}" "${@:3}" -XX:ArchiveClassesAtExit="$run/$1.new" -cp "$class_path" "$2" </dev/null &>/dev/null ||
    true
  [[ ! -e "$run/$1.new" ]] || mv -f "$run/$1.new" "$run/$1"
}

# Becomes the JVM: become MAIN_CLASS ARGUMENT...
become() {
  local main="$1" options=("${common[@]}") archive="$run/verbs.jsa" verb
  shift
  verb="$(verb "$@")"
  case "$verb" in
    serve | worker | gateway)
      options+=("${staying[@]}")
      archive="$run/worker.jsa"
      ;;
    playground) archive= ;;
    *) options+=("${answering[@]}") ;;
  esac
  # Where the archive is missing or the JDK has changed, the JVM writes the file at the end of the next verb that looks
  # at a cluster. After another verb the file would lack nearly all classes, and go on lacking them.
  case "$verb" in
    status | clusters | plan | check)
      if [[ -w "$run" ]]; then
        options+=(-XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=$archive")
        archive=
      fi
      ;;
  esac
  [[ ! -r "$archive" ]] || options+=("-XX:SharedArchiveFile=$archive")
  # The width of the terminal, for the line that says what is waited for.
  if [[ -t 2 ]]; then
    shopt -s checkwinsize
    (:)
    [[ -z "${COLUMNS:-}" ]] || export COLUMNS
  fi
  exec "$java" "${options[@]}" -cp "$class_path" "$main" "$@"
}
