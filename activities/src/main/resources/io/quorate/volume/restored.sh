# What an earlier attempt of a restore left. Functions; follows place.sh and directory.sh,
# changes nothing.

# Facts of the scratch directory that see_directory was asked about.
see_restored() {
  [ ! -d "$target/data/member" ] || fact restored "$target/data"
  [ ! -r "$target/read" ] || fact read "$(as_owner_of "$target" head -n 1 -- "$target/read")"
}
