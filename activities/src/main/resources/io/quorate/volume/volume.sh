# The directory of a member's data. Functions and further arguments of all scripts for it; follows facts.sh
# and owner.sh. Behind it follows a part that proves whether the member runs (Absence.java).
#
# further arguments: directory mount-point mount-table mount-units
# mount-point: a path, none, or empty, where only the machine's tables tell; mount-units: folders,
#   separated by colons
directory=$1 mount_point=$2 mount_table=$3 mount_units=$4
shift 4
real_directory=${real_directory:-$(readlink -m -- "$directory")}

# Goes on with the rest of this script as the owner of the directory $1; the rest are the arguments
# that the script has by now. The text of the rest is in owners_part, with all functions: no line of
# the shared parts may set anew what is exported here.
continue_as_owner_of() {
  see_owner "$1"
  ! is_for_us "$owner_uid" || return 0
  shift
  export answer acting wal source target wal_target segments log_state unmounted disk \
    to to_wal from part whole expected data_bytes log_bytes suffix sum position piece growing \
    full tool snapshot called peer_url cluster_token place id copied real_directory
  with_words carry_out_owners_part "$@"
  exit $?
}

carry_out_owners_part() {
  as_user "$owner_uid" "$owner_gid" env QUORATE_WORD=- sh -c "$owners_part" sh "$lock_wait" \
    "$answer_wait" "$directory" "$mount_point" "$mount_table" "$mount_units" "$@"
}
