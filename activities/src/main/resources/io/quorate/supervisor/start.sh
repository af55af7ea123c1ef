# Writes the environment file, or the manifest of a static pod, and starts the member. Follows
# sight.sh, lock.sh, environment.sh and the files of its supervisor.
# more: variables that only this run gets, KEY=VALUE each; they win over the file. A static pod keeps
#   them as flags until it is held again
# asks with the file's bytes in base64; answer: "go <size>", then the new bytes
lock
sight
see_environment
see_startable
ask

write_environment "$answer"
bring_up "$@"
