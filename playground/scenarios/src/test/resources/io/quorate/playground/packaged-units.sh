# Sets etcd up on this machine as one of five packages or installers does, and starts it. Other files
# that the package or installer writes are left out. Arguments: NAME VERSION ADDRESS.
set -eu
name=$1 version=$2 at=$3
members=
for i in 1 2 3 4 5; do
  members="$members,h$i=http://${at%.*}.$((10 + i)):2380"
done
members=${members#,}
echo 'ops ALL=(root) NOPASSWD: /bin/sh' >/etc/sudoers.d/quorate
hostname "$name"
mkdir -p /etc/etcd

# program TARGET: installs etcd as a file of root's, as a package does, with the tools beside etcd.
program() {
  mkdir -p "${1%/*}"
  for each in etcd etcdctl etcdutl; do
    install -m 755 "/opt/etcd/$version/$each" "${1%/*}/$each"
  done
}

# addresses: prints the variables that all packages and installers set.
addresses() {
  echo "ETCD_LISTEN_CLIENT_URLS=http://$at:2379,http://127.0.0.1:2379"
  echo "ETCD_ADVERTISE_CLIENT_URLS=http://$at:2379"
  echo "ETCD_LISTEN_PEER_URLS=http://$at:2380"
  echo "ETCD_INITIAL_ADVERTISE_PEER_URLS=http://$at:2380"
  echo "ETCD_INITIAL_CLUSTER=$members"
  echo "ETCD_INITIAL_CLUSTER_STATE=new"
}

unit() { cat >/etc/systemd/system/etcd.service; }

case $name in
  h1) # Debian and Ubuntu, package etcd-server 3.4.23-4: name and data directory in the unit alone.
    program /usr/bin/etcd
    install -d -o etcd -g etcd -m 700 /var/lib/etcd/default
    addresses >/etc/default/etcd
    unit <<'U'
[Unit]
Description=etcd - highly-available key value store
After=network.target

[Service]
Type=notify
User=etcd
Environment=DAEMON_ARGS=
Environment=ETCD_NAME=%H
Environment=ETCD_DATA_DIR=/var/lib/etcd/default
EnvironmentFile=-/etc/default/%p
ExecStart=/usr/bin/etcd $DAEMON_ARGS
Restart=on-abnormal
LimitNOFILE=65536

[Install]
WantedBy=multi-user.target
Alias=etcd2.service
U
    ;;
  h2) # Fedora and RHEL: a shell starts etcd, values have quotes, and the file is full of comments.
    program /usr/bin/etcd
    install -d -o etcd -g etcd -m 700 /var/lib/etcd/default.etcd
    {
      echo '#[Member]'
      echo '#ETCD_CORS=""'
      echo 'ETCD_DATA_DIR="/var/lib/etcd/default.etcd"'
      echo '#ETCD_WAL_DIR=""'
      echo "ETCD_NAME=\"$name\""
      addresses | sed 's/=\(.*\)/="\1"/'
    } >/etc/etcd/etcd.conf
    unit <<'U'
[Unit]
Description=Etcd Server
After=network.target
After=network-online.target
Wants=network-online.target

[Service]
Type=notify
WorkingDirectory=/var/lib/etcd/
EnvironmentFile=-/etc/etcd/etcd.conf
User=etcd
# set GOMAXPROCS to number of processors
ExecStart=/bin/bash -c "GOMAXPROCS=$(nproc) /usr/bin/etcd"
Restart=on-failure
LimitNOFILE=65536

[Install]
WantedBy=multi-user.target
U
    ;;
  h3) # kubespray, etcd_deployment_type host: all settings in one file, etcd is root.
    umount /var/lib/etcd
    program /usr/local/bin/etcd
    install -d -m 700 /var/lib/etcd
    {
      echo "# Environment file for etcd $version"
      echo 'ETCD_DATA_DIR=/var/lib/etcd'
      addresses
      echo 'ETCD_METRICS=basic'
      echo 'ETCD_ELECTION_TIMEOUT=5000'
      echo 'ETCD_HEARTBEAT_INTERVAL=250'
      echo "ETCD_NAME=$name"
      echo 'ETCD_SNAPSHOT_COUNT=100000'
      echo 'ETCD_AUTO_COMPACTION_RETENTION=8'
      echo '# CLI settings'
      echo 'ETCDCTL_ENDPOINTS=http://127.0.0.1:2379'
    } >/etc/etcd.env
    unit <<'U'
[Unit]
Description=etcd
After=network.target

[Service]
Type=notify
User=root
EnvironmentFile=/etc/etcd.env
ExecStart=/usr/local/bin/etcd
NotifyAccess=all
Restart=always
RestartSec=10s
LimitNOFILE=40000

[Install]
WantedBy=multi-user.target
U
    ;;
  h4) # etcdadm: the same kind under /opt/bin.
    umount /var/lib/etcd
    program /opt/bin/etcd
    install -d -m 700 /var/lib/etcd
    {
      echo "ETCD_NAME=$name"
      echo
      echo '# Initial cluster configuration'
      addresses
      echo
      echo '# Location of the data directory'
      echo 'ETCD_DATA_DIR=/var/lib/etcd'
    } >/etc/etcd/etcd.env
    unit <<'U'
[Unit]
Description=etcd
Documentation=https://github.com/etcd-io/etcd
Conflicts=etcd-member.service
Conflicts=etcd2.service

[Service]
EnvironmentFile=/etc/etcd/etcd.env
ExecStart=/opt/bin/etcd
Type=notify
TimeoutStartSec=0
Restart=on-failure
RestartSec=5s
LimitNOFILE=65536
Nice=-10
IOSchedulingClass=best-effort
IOSchedulingPriority=2
MemoryLow=200M

[Install]
WantedBy=multi-user.target
U
    ;;
  h5) # Somebody who writes flags.
    program /usr/local/bin/etcd
    install -d -o etcd -g etcd -m 700 /var/lib/etcd/h5.etcd
    unit <<U
[Unit]
Description=etcd

[Service]
Type=notify
User=etcd
ExecStart=/usr/local/bin/etcd \\
  --name $name \\
  --data-dir=/var/lib/etcd/h5.etcd \\
  --listen-client-urls http://$at:2379,http://127.0.0.1:2379 \\
  --advertise-client-urls=http://$at:2379 \\
  --listen-peer-urls http://$at:2380 \\
  --initial-advertise-peer-urls http://$at:2380 \\
  --initial-cluster $members \\
  --initial-cluster-state new
Restart=always

[Install]
WantedBy=multi-user.target
U
    ;;
esac
systemctl daemon-reload
systemctl enable -q etcd
# Does not wait: the first member is not ready before a quorum runs.
systemctl start --no-block etcd
