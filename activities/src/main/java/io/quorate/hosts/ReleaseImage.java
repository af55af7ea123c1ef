package io.quorate.hosts;

import io.quorate.cluster.EtcdVersion;

/**
 * A release of etcd that static pods may be moved to.
 *
 * @param image as a manifest names it: {@code registry.k8s.io/etcd:3.6.6-0}
 */
public record ReleaseImage(EtcdVersion version, String image) {}
