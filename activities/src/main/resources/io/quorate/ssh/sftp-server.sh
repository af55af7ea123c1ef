# The SFTP server of OpenSSH, which distributions keep in different places.
for server in /usr/lib/openssh/sftp-server /usr/libexec/openssh/sftp-server \
  /usr/lib/ssh/sftp-server /usr/libexec/sftp-server /usr/lib/sftp-server; do
  if [ -x "$server" ]; then
    echo "server=$server"
    exit 0
  fi
done
