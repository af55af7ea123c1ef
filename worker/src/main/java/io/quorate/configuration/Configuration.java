package io.quorate.configuration;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.configuration.ClusterSettings.Credentials;
import io.quorate.configuration.InvalidConfiguration.Problem;
import io.quorate.configuration.SnapshotSettings.SnapshotBucket;
import io.quorate.places.PlaceLimits;
import io.quorate.port.Failure;
import io.quorate.workload.ConfiguredMember;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The content of a valid {@code quorate.yml}, and of the files in {@code clusters.d} beside it.
 *
 * @param file the file that was read
 * @param slack settings of the Slack app; empty: no Slack
 * @param releases releases of etcd that a cluster on hosts may be moved to
 * @param lookAgain how long a member must have been silent before it may be called dead without
 *     better proof
 * @param heartbeat of the watch to a service outside; empty: none
 * @param selfTest how often Quorate tests itself; empty: never
 * @param fleet how many operations may be in disruptive steps at one time
 * @param wrongFiles problems of files in {@code clusters.d} that are wrong, and count as they were
 *     read before, or not at all
 * @param clustersLeftOut first problem of the file of each cluster that was left out with its file
 * @param further files of clusters that can be read again; empty where there is no file
 */
public record Configuration(
    Path file,
    TemporalSettings temporal,
    GatewaySettings gateway,
    SnapshotSettings snapshots,
    Optional<SlackSettings> slack,
    ApprovalSettings approval,
    List<EtcdRelease> releases,
    SortedMap<ClusterKey, ClusterSettings> clusters,
    Duration lookAgain,
    Canary canary,
    Optional<HeartbeatSettings> heartbeat,
    Optional<SelfTestSettings> selfTest,
    MetricsSettings metrics,
    PlaceLimits fleet,
    List<Problem> wrongFiles,
    SortedMap<ClusterKey, Problem> clustersLeftOut,
    Optional<FurtherClusters> further) {
  public Configuration {
    clustersLeftOut = Collections.unmodifiableSortedMap(new TreeMap<>(clustersLeftOut));
    releases = List.copyOf(releases);
    wrongFiles = List.copyOf(wrongFiles);
    clusters = Collections.unmodifiableSortedMap(new TreeMap<>(clusters));
  }

  /** Returns the same configuration with the files of {@code clusters.d} as they are now. */
  public Configuration reread() {
    return further
        .map(FurtherClusters::again)
        .map(read -> with(read.clusters(), read.problems(), read.leftOut(), Optional.of(read)))
        .orElse(this);
  }

  /** Returns the same configuration with these clusters. */
  public Configuration with(
      SortedMap<ClusterKey, ClusterSettings> known, SortedMap<ClusterKey, Problem> leftOut) {
    return with(known, wrongFiles, leftOut, further);
  }

  private Configuration with(
      SortedMap<ClusterKey, ClusterSettings> known,
      List<Problem> wrong,
      SortedMap<ClusterKey, Problem> leftOut,
      Optional<FurtherClusters> files) {
    return new Configuration(
        file, temporal, gateway, snapshots, slack, approval, releases, known, lookAgain, canary,
        heartbeat, selfTest, metrics, fleet, wrong, leftOut, files);
  }

  /** Returns the marks that the cluster files had when this configuration was read. */
  public List<String> marks() {
    return further.map(FurtherClusters::marks).orElse(List.of());
  }

  /**
   * Returns the marks of the cluster files on disk now; a difference from {@link #marks()} means a
   * change.
   */
  public List<String> marksNow() {
    return further.map(FurtherClusters::marksNow).orElse(List.of());
  }

  /** Returns the files in {@code clusters.d} that are wrong, each with its problems. */
  public SortedMap<String, List<Problem>> leftOut() {
    return wrongFiles.stream()
        .collect(Collectors.groupingBy(Problem::file, TreeMap::new, Collectors.toList()));
  }

  /** The files with tokens, passwords and private keys, each once. */
  public SortedSet<Path> secrets() {
    return Stream.of(words().map(SecretFile::file), keys(), identities(), kubeconfigs())
        .flatMap(files -> files)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Stream<SecretFile> words() {
    return Stream.of(
            temporal.apiKey().stream(),
            gateway.alertToken().stream(),
            snapshots instanceof SnapshotBucket bucket
                ? Stream.concat(bucket.credentials().stream(), bucket.macKey().stream())
                : Stream.<SecretFile>empty(),
            slack.stream().flatMap(app -> Stream.of(app.botToken(), app.appToken())),
            clusters.values().stream()
                .flatMap(cluster -> cluster.credentials().stream())
                .map(Credentials::password))
        .flatMap(files -> files);
  }

  /** The private keys of certificates. */
  private Stream<Path> keys() {
    Stream<TlsFiles> certificates =
        Stream.concat(
            temporal.tls().stream(),
            clusters.values().stream()
                .flatMap(one -> Stream.concat(one.tls().stream(), one.peerTls().stream())));
    return Stream.concat(
        certificates.flatMap(tls -> tls.own().stream()).map(TlsFiles.OwnCertificate::key),
        gateway.key().stream());
  }

  /** The private keys of logins on the members' machines, also where a migration takes them. */
  private Stream<Path> identities() {
    return clusters.values().stream()
        .flatMap(cluster -> cluster.everywhere().stream())
        .flatMap(place -> place.platform().identityFile().stream());
  }

  private Stream<Path> kubeconfigs() {
    return clusters.values().stream()
        .flatMap(cluster -> cluster.sets().stream())
        .flatMap(sets -> sets.api().credentials().stream());
  }

  /**
   * The settings of a cluster that a worker was asked for.
   *
   * @throws Failure.UnknownCluster when the cluster is not configured
   */
  public ClusterSettings required(ClusterKey key) {
    return cluster(key)
        .orElseThrow(
            () ->
                new Failure.UnknownCluster("no cluster " + key + " is configured on this worker"));
  }

  public Optional<ClusterSettings> cluster(ClusterKey key) {
    return Optional.ofNullable(clusters.get(key));
  }

  /** Returns which of these clusters this configuration does not have. */
  public Set<ClusterKey> gone(Set<ClusterKey> changed) {
    return changed.stream()
        .filter(key -> !clusters.containsKey(key))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the zone of a member; empty where the configuration does not know the member. */
  public Optional<FailureDomain> zone(ClusterKey cluster, MemberName member) {
    return cluster(cluster)
        .flatMap(settings -> Optional.ofNullable(settings.places().get(member)))
        .map(ConfiguredMember::zone);
  }

  /**
   * Setting for the proof that a cluster accepts writes.
   *
   * @param key key that is overwritten without a lease; empty: linearizable reads instead of writes
   */
  public record Canary(Optional<String> key) {
    public static final Canary STANDARD = new Canary(Optional.of("/_runbook/canary"));
  }
}
