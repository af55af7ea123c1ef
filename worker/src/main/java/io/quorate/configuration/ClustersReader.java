package io.quorate.configuration;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.configuration.ClusterSettings.Credentials;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the section {@code clusters}. */
final class ClustersReader {
  private static final String EXAMPLE = "clusters: {payments: {platform: hosts, members: ...}}";

  private final Section root;
  private final Paths paths;
  private final Conflicts conflicts;

  ClustersReader(Section root, Paths paths, Conflicts conflicts) {
    this.root = root;
    this.paths = paths;
    this.conflicts = conflicts;
  }

  SortedMap<ClusterKey, ClusterSettings> read() {
    SortedMap<ClusterKey, ClusterSettings> all = new TreeMap<>();
    if (!root.has("clusters")) {
      root.missing("clusters", EXAMPLE);
    }
    root.section("clusters", EXAMPLE).ifPresent(clusters -> clusters(clusters, all));
    return all;
  }

  private void clusters(Section clusters, Map<ClusterKey, ClusterSettings> all) {
    if (clusters.names().isEmpty()) {
      root.problem("clusters", "names no cluster; write, for example, " + EXAMPLE);
    }
    for (String name : clusters.names()) {
      Optional<ClusterKey> key = key(clusters, name);
      clusters
          .section(name, name + ": {platform: hosts, members: ...}")
          .flatMap(cluster -> key.flatMap(known -> cluster(cluster, known)))
          .ifPresent(settings -> all.put(settings.key(), settings));
    }
  }

  private Optional<ClusterKey> key(Section clusters, String name) {
    try {
      ClusterKey key = new ClusterKey(name);
      if (key.equals(ClusterKey.SELF_TEST)) {
        throw new IllegalArgumentException(
            key + " is the cluster that the self-test plays; choose another name");
      }
      conflicts
          .cluster(name, clusters.line(name))
          .ifPresent(other -> clusters.problem(name, other + " has this name; keep one of them"));
      return Optional.of(key);
    } catch (IllegalArgumentException wrong) {
      clusters.problem(name, String.valueOf(wrong.getMessage()));
      return Optional.empty();
    }
  }

  private Optional<ClusterSettings> cluster(Section cluster, ClusterKey key) {
    Optional<PlatformReader<?>> platform =
        cluster.required(
            "platform",
            "platform: hosts",
            scalar -> PlatformReader.named(scalar, cluster, paths, conflicts));
    if (platform.isEmpty() && cluster.has("platform")) {
      // Nothing more is read: fields of another platform would only be called unknown.
      return Optional.empty();
    }
    PlatformReader<?> runs = platform.orElseGet(() -> new OnHostReader(paths, conflicts));
    Optional<Section> tls = cluster.section("tls", TlsFiles.EXAMPLE);
    ClusterSettings settings =
        new ClusterSettings(
            key,
            runs.sets(),
            alerts(cluster, key),
            members(cluster, runs),
            tls.map(section -> TlsFiles.ofCluster(section, paths)),
            tls.flatMap(section -> TlsFiles.ofPeers(section, paths)),
            cluster
                .section(
                    "credentials",
                    "credentials: {userFile: /etc/quorate/etcd-user, ...}",
                    this::credentials)
                .flatMap(known -> known),
            cluster
                .section("backup", BackupSettings.EXAMPLE, BackupSettings::read)
                .orElse(BackupSettings.NONE),
            cluster
                .section("rehearse", RehearseSettings.EXAMPLE, RehearseSettings::read)
                .orElse(RehearseSettings.NONE),
            WatchSettings.read(cluster));
    requireTls(cluster, settings);
    requireSecretPath(cluster, settings);
    cluster.close();
    return Optional.of(settings);
  }

  private <P extends PlatformSettings> SortedMap<MemberName, MemberSettings> members(
      Section cluster, PlatformReader<P> platform) {
    return new MembersReader<>(cluster, conflicts, platform).read();
  }

  private Map<String, String> alerts(Section cluster, ClusterKey key) {
    Map<String, String> labels = new TreeMap<>();
    cluster
        .section("alerts", "alerts: {job: payments-etcd}")
        .ifPresent(
            section ->
                section
                    .names()
                    .forEach(
                        label ->
                            section
                                .optional(label, ValueParsers::text)
                                .ifPresent(value -> labels.put(label, value))));
    Optional<String> before =
        labels.isEmpty() ? Optional.empty() : conflicts.alerts(labels, key.value());
    before.ifPresent(
        other ->
            cluster.problem(
                "alerts",
                "these labels mean " + other + " already; write some that mean one cluster"));
    return labels;
  }

  private Optional<Credentials> credentials(Section section) {
    Optional<SecretFile> user =
        section.required("userFile", "userFile: /etc/quorate/etcd-user", paths::secret);
    Optional<SecretFile> password =
        section.required("passwordFile", "passwordFile: /etc/quorate/etcd-password", paths::secret);
    return user.flatMap(u -> password.map(p -> new Credentials(u, p)));
  }

  /** Refuses to send etcd's password over a network that anybody on the way can read. */
  private static void requireSecretPath(Section cluster, ClusterSettings settings) {
    settings
        .urlInTheClear()
        .ifPresent(
            url ->
                cluster.problem(
                    "credentials",
                    "would send etcd's password in the clear to "
                        + url
                        + "; serve clients with TLS (https in clientUrl, and tls), or leave"
                        + " credentials out"));
  }

  private static void requireTls(Section cluster, ClusterSettings settings) {
    if (settings.lacksTls() && !cluster.has("tls")) {
      cluster.missing("tls", TlsFiles.EXAMPLE + ", because a clientUrl is https");
    }
  }
}
