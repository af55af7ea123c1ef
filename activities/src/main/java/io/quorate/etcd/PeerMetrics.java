package io.quorate.etcd;

import io.quorate.cluster.MaintenanceCounters;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.Quota;
import io.quorate.watch.Latencies;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Samples of etcd's metrics page about raft connections, the cluster version and the quota; the
 * names of the samples have not changed since 3.4. A page without these samples is not etcd's.
 *
 * @param member the member that served the page, by {@code etcd_server_id}
 * @param features whether each feature gate is on, by {@code etcd_server_feature_enabled}; empty up
 *     to 3.5
 */
record PeerMetrics(
    MemberId member, MemberMetrics report, Map<String, Boolean> features, Latencies fsync) {
  private static final String FSYNC = "etcd_disk_wal_fsync_duration_seconds_bucket";

  /** Names of the samples that are read; the page has some 900 to 1,700 other lines. */
  static final Set<String> NAMES =
      Set.of(
          "etcd_server_id",
          "etcd_server_feature_enabled",
          "etcd_server_snapshot_apply_in_progress_total",
          "etcd_server_quota_backend_bytes",
          "etcd_network_active_peers",
          "etcd_network_peer_received_bytes_total",
          "etcd_cluster_version",
          "etcd_debugging_mvcc_compact_revision",
          "etcd_disk_backend_defrag_duration_seconds_count",
          FSYNC);

  private static final Pattern SAMPLE =
      Pattern.compile(
          "(?<name>[a-zA-Z_:][\\w:]*)(?:\\{(?<labels>.*)})? +(?<value>\\S+)(?: +-?\\d+)?");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");

  /**
   * Parses these lines of a page; empty when they lack a sample that every etcd has, or have what
   * no etcd writes: a label twice, or a number that is none.
   */
  static Optional<PeerMetrics> parse(List<String> lines) {
    try {
      return read(lines);
    } catch (IllegalArgumentException | IllegalStateException odd) {
      return Optional.empty();
    }
  }

  private static Optional<PeerMetrics> read(List<String> lines) {
    List<Sample> samples = lines.stream().flatMap(line -> Sample.parse(line).stream()).toList();
    return member(samples)
        .flatMap(
            member ->
                applyingSnapshot(samples)
                    .map(
                        applying ->
                            new PeerMetrics(
                                member,
                                new MemberMetrics(
                                    active(samples, member),
                                    applying,
                                    clusterVersion(samples),
                                    quota(samples),
                                    upkeep(samples),
                                    received(samples)),
                                features(samples),
                                fsync(samples))));
  }

  /** Returns the page with a cluster version that was read elsewhere. */
  PeerMetrics negotiated(Optional<String> line) {
    return new PeerMetrics(member, report.negotiated(line), features, fsync);
  }

  private static Latencies fsync(List<Sample> samples) {
    SortedMap<Double, Long> counts = new TreeMap<>();
    samples.stream()
        .filter(sample -> sample.name().equals(FSYNC))
        .forEach(sample -> counts.put(sample.bound(), sample.number().orElse(0L)));
    return new Latencies(counts);
  }

  private static Map<String, Boolean> features(List<Sample> samples) {
    return samples.stream()
        .filter(sample -> sample.name().equals("etcd_server_feature_enabled"))
        .collect(
            Collectors.toUnmodifiableMap(
                sample -> sample.labels().getOrDefault("name", ""),
                Sample::positive,
                Boolean::logicalOr));
  }

  private static Optional<MemberId> member(List<Sample> samples) {
    return samples.stream()
        .filter(sample -> sample.name().equals("etcd_server_id") && sample.positive())
        .map(sample -> sample.id("server_id"))
        .findFirst();
  }

  private static Optional<Boolean> applyingSnapshot(List<Sample> samples) {
    return samples.stream()
        .filter(sample -> sample.name().equals("etcd_server_snapshot_apply_in_progress_total"))
        .map(Sample::positive)
        .findFirst();
  }

  private static Set<MemberId> active(List<Sample> samples, MemberId member) {
    return samples.stream()
        .filter(sample -> sample.name().equals("etcd_network_active_peers") && sample.positive())
        .filter(sample -> sample.id("Local").equals(member))
        .map(sample -> sample.id("Remote"))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The bytes from each peer; those under the id 0 are of peers that were not named yet. */
  private static Map<MemberId, Long> received(List<Sample> samples) {
    return samples.stream()
        .filter(sample -> sample.name().equals("etcd_network_peer_received_bytes_total"))
        .collect(
            Collectors.toUnmodifiableMap(
                sample -> sample.id("From"), sample -> sample.number().orElse(0L), Math::max));
  }

  /** The cluster version among the samples: earlier versions stay on the page with the value 0. */
  private static Optional<String> clusterVersion(List<Sample> samples) {
    return samples.stream()
        .filter(sample -> sample.name().equals("etcd_cluster_version") && sample.positive())
        .map(sample -> sample.labels().getOrDefault("cluster_version", ""))
        .flatMap(version -> VersionLine.of(version).stream())
        .findFirst();
  }

  private static Quota quota(List<Sample> samples) {
    return number(samples, "etcd_server_quota_backend_bytes")
        .map(Quota::told)
        .orElseGet(Quota.NotRead::new);
  }

  private static Optional<MaintenanceCounters> upkeep(List<Sample> samples) {
    Optional<Long> times = number(samples, "etcd_disk_backend_defrag_duration_seconds_count");
    return number(samples, "etcd_debugging_mvcc_compact_revision")
        .flatMap(at -> times.map(count -> new MaintenanceCounters(at, count)));
  }

  private static Optional<Long> number(List<Sample> samples, String name) {
    return samples.stream()
        .filter(sample -> sample.name().equals(name))
        .flatMap(sample -> sample.number().stream())
        .findFirst();
  }

  private record Sample(String name, Map<String, String> labels, String value) {
    static Optional<Sample> parse(String line) {
      Matcher sample = SAMPLE.matcher(line);
      return sample.matches()
          ? Optional.of(
              new Sample(
                  part(sample, "name"), labels(part(sample, "labels")), part(sample, "value")))
          : Optional.empty();
    }

    MemberId id(String label) {
      return MemberId.parse(labels.getOrDefault(label, ""));
    }

    /** The upper bound of a bucket; Prometheus writes infinity as +Inf. */
    double bound() {
      String bound = labels.getOrDefault("le", "");
      return bound.matches("[\\d.e-]+") ? Double.parseDouble(bound) : Double.POSITIVE_INFINITY;
    }

    private static Map<String, String> labels(String text) {
      return LABEL
          .matcher(text)
          .results()
          .collect(Collectors.toUnmodifiableMap(label -> label.group(1), label -> label.group(2)));
    }

    /**
     * Whether the gauge is above zero. Gauges of peers are small whole numbers, which Go prints as
     * such.
     */
    boolean positive() {
      return value.matches("[1-9]\\d*");
    }

    /**
     * The sample as a whole number. Sizes are printed as 2.147483648e+09; a negative quota means
     * that there is no limit.
     */
    Optional<Long> number() {
      return value.matches("-?\\d[\\d.]*(e\\+\\d+)?")
          ? Optional.of((long) Double.parseDouble(value))
          : Optional.empty();
    }

    private static String part(Matcher sample, String group) {
      return Objects.requireNonNullElse(sample.group(group), "");
    }
  }
}
