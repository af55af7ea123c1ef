# Writes the environment file and starts the member. Follows sight.sh, lock.sh, environment.sh and the
# files of its supervisor.
# more: variables that only this run gets, KEY=VALUE each; they win over the file
# asks with the environment file's bytes in base64; answer: "go <size>", then the new bytes
lock
sight
see_environment
see_startable
ask

write_environment "$answer"
bring_up "$@"
