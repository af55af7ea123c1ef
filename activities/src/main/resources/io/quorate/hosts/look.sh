# Looks at the process, without the lock. Follows sight.sh and standstill.sh.
sight
case $token in
  ''|*[!0-9]*) ;;
  *) [ -z "$(process_of "$token")" ] || see_standstill "$token" ;;
esac
