# Looks at what the member is started from. Follows settings.sh.
# more: the etcd of each release
see_installation "$@"
