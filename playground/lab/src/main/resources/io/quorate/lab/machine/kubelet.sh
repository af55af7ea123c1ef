#!/bin/sh
# One kubelet with containerd, without an API server, and etcd as static pods in the layout of kubeadm:
# three manifests in one directory. In a network that no packet can leave. Needs root, containerd,
# runc and Go, for a program that waits: the container that keeps a pod.
#
# usage: kubelet.sh up KUBELET ETCD-FOLDER VERSION NEWER-ETCD-FOLDER NEWER-VERSION | down
#   KUBELET_LAB=FOLDER holds everything, KUBELET_NAME=NAME is the network's
set -eu
lab=$KUBELET_LAB name=$KUBELET_NAME
socket=$lab/run/containerd.sock
kubernetes=$lab/kubernetes
address=10.78.0.1

# Starts a server, which becomes the process whose pid is kept. $1 is its name.
serve() {
  server=$1
  shift
  (exec nsenter --net="/run/netns/$name" -- setsid "$@" </dev/null >>"$lab/$server.log" 2>&1) &
  echo $! >"$lab/$server.pid"
}
images() { ctr -a "$socket" -n k8s.io "$@"; }

# An image of one layer: a folder, its name, and the program that it starts.
image() {
  folder=$1 tag=$2 starts=$3
  at=$(mktemp -d "$lab/image.XXXXXX")
  tar -C "$folder" -cf "$at/layer.tar" .
  printf '{"architecture":"amd64","os":"linux","config":{"Entrypoint":["%s"]},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' \
    "$starts" "$(sha256sum "$at/layer.tar" | cut -d ' ' -f 1)" >"$at/config.json"
  printf '[{"Config":"config.json","RepoTags":["%s"],"Layers":["layer.tar"]}]' "$tag" >"$at/manifest.json"
  tar -C "$at" -cf "$at.tar" manifest.json config.json layer.tar
  images images import "$at.tar" >/dev/null
  rm -rf "$at" "$at.tar"
}

etcd_image() {
  mkdir -p "$lab/rootfs/usr/local/bin"
  cp "$1/etcd" "$lab/rootfs/usr/local/bin/etcd"
  image "$lab/rootfs" "registry.k8s.io/etcd:$2-0" /usr/local/bin/etcd
  rm -rf "$lab/rootfs"
}

# What keeps a pod: waits until it is told to end.
pause_image() {
  mkdir -p "$lab/pause/src" "$lab/pause/rootfs"
  cat >"$lab/pause/src/main.go" <<'GO'
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGTERM, syscall.SIGINT)
	<-told
}
GO
  printf 'module quorate/testtools/pause\n\ngo 1.21\n' >"$lab/pause/src/go.mod"
  (cd "$lab/pause/src" && CGO_ENABLED=0 GOFLAGS=-buildvcs=false GOTOOLCHAIN=local go build -o ../rootfs/pause .)
  image "$lab/pause/rootfs" quorate.test/pause:1 /pause
}

manifest() {
  number=$1 version=$2
  cat >"$kubernetes/manifests/etcd-cp$number.yaml" <<YAML
# Written in the layout of kubeadm.
apiVersion: v1
kind: Pod
metadata:
  labels:
    component: etcd
    tier: control-plane
  name: etcd-cp$number
  namespace: kube-system
spec:
  containers:
  - command:
    - etcd
    - --advertise-client-urls=http://127.0.0.1:${number}2379
    - --data-dir=$lab/etcd-cp$number
    - --initial-advertise-peer-urls=http://127.0.0.1:${number}2380
    - --initial-cluster=cp1=http://127.0.0.1:12380,cp2=http://127.0.0.1:22380,cp3=http://127.0.0.1:32380
    - --listen-client-urls=http://127.0.0.1:${number}2379
    - --listen-peer-urls=http://127.0.0.1:${number}2380
    - --name=cp$number
    - --snapshot-count=10000   # kubeadm's own
    image: registry.k8s.io/etcd:$version-0
    imagePullPolicy: IfNotPresent
    name: etcd
    resources:
      requests:
        cpu: 10m
        memory: 50Mi
    volumeMounts:
    - mountPath: $lab/etcd-cp$number
      name: etcd-data
  hostNetwork: true
  priorityClassName: system-node-critical
  volumes:
  - hostPath:
      path: $lab/etcd-cp$number
      type: DirectoryOrCreate
    name: etcd-data
status: {}
YAML
}

containerd_up() {
  cat >"$lab/containerd.toml" <<TOML
version = 2
root = "$lab/containerd"
state = "$lab/run/containerd"
[grpc]
  address = "$socket"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "quorate.test/pause:1"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$lab/cni"
TOML
  serve containerd containerd --config "$lab/containerd.toml"
  wait_for images version
}

kubelet_up() {
  cat >"$lab/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
staticPodPath: $kubernetes/manifests
containerRuntimeEndpoint: unix://$socket
cgroupDriver: cgroupfs
failCgroupV1: false
failSwapOn: false
enableServer: false
authentication: {anonymous: {enabled: false}, webhook: {enabled: false}}
authorization: {mode: AlwaysAllow}
enforceNodeAllocatable: []
evictionHard: {memory.available: "0%", nodefs.available: "0%", nodefs.inodesFree: "0%", imagefs.available: "0%"}
imageGCHighThresholdPercent: 100
YAML
  serve kubelet "$lab/bin/kubelet" --config="$lab/kubelet.yaml" --root-dir="$lab/kubelet" \
    --hostname-override="$name" --node-ip="$address"
}

wait_for() {
  left=300
  until "$@" >/dev/null 2>&1; do
    left=$((left - 1))
    [ "$left" -gt 0 ] || { echo "waited 30 s for: $*" >&2; exit 1; }
    sleep 0.1
  done
}

end() {
  [ -s "$lab/$1.pid" ] || return 0
  pid=$(cat "$lab/$1.pid")
  kill -s "${2:-TERM}" "$pid" 2>/dev/null || return 0
  left=100
  while [ -d "/proc/$pid" ] && [ "$left" -gt 0 ]; do
    left=$((left - 1))
    sleep 0.1
  done
  rm -f "$lab/$1.pid"
}

case ${1:-} in
  up)
    command -v containerd >/dev/null && command -v runc >/dev/null && command -v go >/dev/null
    mkdir -p "$lab/run" "$lab/bin" "$lab/cni" "$kubernetes/manifests"
    cp "$2" "$lab/bin/kubelet"
    ip netns add "$name"
    ip -n "$name" link set lo up
    # The node's address: a kubelet does not take one of the loopback.
    ip -n "$name" link add node type bridge
    ip -n "$name" addr add "$address/24" dev node
    ip -n "$name" link set node up
    ip -n "$name" route add default dev node
    containerd_up
    pause_image
    etcd_image "$3" "$4"
    etcd_image "$5" "$6"
    kubelet_up
    for number in 1 2 3; do manifest "$number" "$4"; done
    ;;
  kubelet-stop) end kubelet ;;
  kubelet-start) kubelet_up ;;
  down)
    rm -f "$kubernetes/manifests/"* 2>/dev/null || true
    # The kubelet ends the pods, where one runs; what it leaves is ended here.
    if [ -s "$lab/kubelet.pid" ]; then
      left=300
      while images tasks ls -q 2>/dev/null | grep -q . && [ "$left" -gt 0 ]; do
        left=$((left - 1))
        sleep 0.1
      done
    fi
    end kubelet
    for task in $(images tasks ls -q 2>/dev/null); do
      images tasks kill -s KILL "$task" >/dev/null 2>&1 || true
    done
    for container in $(images containers ls -q 2>/dev/null); do
      images tasks delete -f "$container" >/dev/null 2>&1 || true
      images containers delete "$container" >/dev/null 2>&1 || true
    done
    end containerd
    grep -o " $lab/[^ ]*" /proc/mounts 2>/dev/null | sort -r | while read -r mounted; do
      umount -l "$mounted" 2>/dev/null || true
    done
    ip netns delete "$name" 2>/dev/null || true
    rm -rf /var/log/pods/kube-system_etcd-cp[123]-"$name"_* /var/log/containers/etcd-cp[123]-"$name"_*
    # The locks that Quorate took here, and the groups of pods that are no more.
    rm -f "/run/quorate/$(printf %s "${lab#/}" | tr / -)-"*
    grep -q -x kubelet /proc/[0-9]*/comm 2>/dev/null ||
      find /sys/fs/cgroup -depth -type d -path '*/kubepods*' -exec rmdir {} + 2>/dev/null || true
    rm -rf "$lab"
    ;;
  *) echo "usage: kubelet.sh up KUBELET ETCD VERSION NEWER-ETCD NEWER-VERSION | kubelet-stop | kubelet-start | down" >&2; exit 2 ;;
esac
