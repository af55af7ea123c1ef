package io.quorate.configuration;

import io.quorate.cluster.EtcdVersion;
import java.nio.file.Path;

/**
 * A release of etcd that members may be moved to.
 *
 * @param directory folder with {@code etcd}, {@code etcdctl} and {@code etcdutl}
 */
public record EtcdRelease(EtcdVersion version, Path directory) {}
