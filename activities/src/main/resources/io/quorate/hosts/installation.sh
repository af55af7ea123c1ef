# Looks at what the member is started from. Follows settings.sh.
# more: the etcd of each release
# Its supervisor says what else than its own file etcd gets.
see_supervised
see_installation "$@"
