# What the host is, and what it lacks for the scripts. Follows logout.sh; changes nothing.
echo "user=$(id -un 2>/dev/null)"
echo "uid=$(id -u)"
[ ! -r /etc/machine-id ] || echo "machine=$(head -n 1 /etc/machine-id | tr -cd 0-9a-f)"
if [ -d /run/systemd/system ]; then
  echo "systemd=$(systemctl --version | sed -n '1s/^systemd \([0-9]*\).*/\1/p')"
fi
echo "ends-at-logout=$(ended_by_logout)"
missing=
for tool in base64 cut dirname env flock grep head id mkdir mountpoint mv readlink sed setsid \
  sha256sum sleep sort stat sync tail timeout tr; do
  command -v "$tool" >/dev/null || missing="$missing${missing:+ }$tool"
done
printf 'a\0b\0' | grep -qzaxF b 2>/dev/null || missing="$missing${missing:+ }grep(GNU)"
timeout --foreground --version >/dev/null 2>&1 ||
  missing="$missing${missing:+ }timeout(coreutils)"
sync --help 2>/dev/null | grep -q file-system || missing="$missing${missing:+ }sync(coreutils)"
echo "missing=$missing"
