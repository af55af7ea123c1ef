package io.quorate.worker.watch;

import io.quorate.causes.VersionShare;
import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.observation.LogOnce;
import io.quorate.operation.WatchNames;
import io.quorate.operation.WatchedShard;
import io.quorate.record.SizeHistory;
import io.quorate.view.ClusterView;
import io.quorate.watch.ClusterWatch;
import io.quorate.watch.ClusterWatch.Telling;
import io.quorate.watch.CutOffFromFleet;
import io.quorate.watch.Finding;
import io.quorate.watch.Pulse;
import io.quorate.watch.PulseSignature;
import io.quorate.watch.StandingFinding;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watchman of the clusters of the held shards. Where a pulse differs the watchman looks, and tells
 * the incident of the cluster of what lasts. Looks, records and metrics need no Temporal.
 */
public final class Watchman {
  private static final Logger LOG = LoggerFactory.getLogger(Watchman.class);

  /** Age up to which a pulse tells whether Quorate is cut off. */
  private static final Duration OF_ONE_PASS = Duration.ofSeconds(60);

  /** Age of the last pulse from which on a cluster counts as not asked. */
  private static final Duration UNASKED = Duration.ofMinutes(2);

  private final Looks looks;
  private final LookPlaces places;
  private final Reporter reporter;
  private final Unwanted unwanted;
  private final Clock clock;
  private final Map<ClusterKey, ClusterWatch> watches = new ConcurrentHashMap<>();
  private final Map<ClusterKey, Pulse> pulses = new ConcurrentHashMap<>();

  /** When this worker began with a shard: before its first pass nobody could be asked. */
  private final Map<Integer, Instant> begun = new ConcurrentHashMap<>();

  private final Instant created;
  private final SignBook signs;
  private final CauseNews news;
  private final LastLooks lastLooks = new LastLooks();
  private final LogOnce unseen = new LogOnce();
  private volatile boolean wasCutOff;

  /** Way to look at a cluster. */
  public interface Looks {
    /** Looks, and keeps the record; throws a failure where it cannot. */
    ClusterView look(ClusterKey cluster);

    /**
     * Returns the sizes of the database that the record had at the first look, once; empty
     * otherwise.
     */
    default Optional<SizeHistory> sizesBefore(ClusterKey cluster) {
      return Optional.empty();
    }
  }

  /** Way of findings to the incidents of their clusters. */
  public interface Reporter {
    /** Tells of a finding; returns what the incident knows now. */
    Telling tell(ClusterKey cluster, Finding finding);

    /**
     * Tells, before anybody is told, that a cluster got into trouble: others may have the cause.
     * Returns whether that was heard.
     *
     * @param margin how many more voters may be lost; below 0 quorum is lost, or was not seen
     * @param version version of the members before the trouble; empty where the members ran several
     */
    boolean noticed(
        ClusterKey cluster,
        Finding finding,
        int margin,
        Map<MemberName, Silence> silences,
        Optional<VersionShare> version);

    /** Tells that a cluster that was noticed is well again; returns whether that was heard. */
    boolean well(ClusterKey cluster);

    /** Tells that a trouble is over; returns whether Temporal knows. */
    boolean tellOver(ClusterKey cluster, Finding finding);

    /**
     * Tells of a finding that is no diagnosis; held back means that an operation may be the cause.
     */
    Telling tell(ClusterKey cluster, StandingFinding finding);

    /**
     * Tells that a finding is over, or that nobody is to be told of it; returns whether Temporal
     * knows.
     *
     * @param untold why nobody is to be told although it stands; empty where it is over
     */
    boolean tellOver(ClusterKey cluster, StandingFinding finding, Optional<String> untold);
  }

  /**
   * Creates a watchman.
   *
   * @param looks way to look at a cluster
   * @param places those that looks wait for; telling people takes none
   * @param depths what rounds and new connections showed
   * @param unwanted of what nobody wants to be told
   */
  public Watchman(
      Looks looks,
      LookPlaces places,
      Reporter reporter,
      DepthBook depths,
      Unwanted unwanted,
      Clock clock) {
    this.looks = looks;
    this.places = places;
    this.reporter = reporter;
    this.unwanted = unwanted;
    this.clock = clock;
    this.created = clock.instant();
    this.signs = new SignBook(reporter, depths);
    this.news = new CauseNews(reporter);
  }

  /** Takes a pulse; returns whether the cluster has to be looked at now. */
  boolean wantsLook(ClusterKey cluster, Pulse pulse) {
    pulses.put(cluster, pulse);
    watches.putIfAbsent(cluster, ClusterWatch.NEW);
    boolean shows = signs.wantsLook(cluster, pulse);
    return watch(cluster).wantsLook(PulseSignature.of(pulse), clock.instant(), round()) || shows;
  }

  /** Looks at a cluster; returns when the next look is due although no pulse differs. */
  Instant look(ClusterKey cluster) {
    Pulse pulse = pulses.get(cluster);
    if (pulse == null) {
      return clock.instant().plus(round());
    }
    ClusterView view = places.in(cluster, pulse, () -> looks.look(cluster));
    looks.sizesBefore(cluster).ifPresent(sizes -> signs.remember(cluster, sizes));
    if (unseen.over(cluster)) {
      LOG.info("{} can be looked at again", cluster);
    }
    Diagnosis diagnosis = DiagnosisTable.diagnose(view);
    ClusterWatch before = watch(cluster);
    ClusterWatch after =
        before.looked(PulseSignature.of(pulse), view.at(), diagnosis.code(), diagnosis.headline());
    if (before.finding().isEmpty() && after.finding().isPresent()) {
      news.begin(cluster, lastLooks.version(cluster));
    }
    lastLooks.looked(cluster, view, diagnosis);
    boolean late = after.finding().isPresent() && announce(cluster, after, view, pulse);
    ClusterWatch spoken = late ? after : speak(cluster, before, after);
    signs.looked(cluster, view, sign -> unwanted.why(cluster, sign), this::isCutOff);
    // Null where the shard went to another worker during the look.
    return watches.computeIfPresent(cluster, (key, any) -> spoken) == null
        ? clock.instant().plus(round())
        : spoken.due(round());
  }

  /** Time between two looks at a cluster in which nothing happens. */
  Duration round() {
    return ClusterWatch.round(pulses.size());
  }

  private ClusterWatch watch(ClusterKey cluster) {
    return watches.getOrDefault(cluster, ClusterWatch.NEW);
  }

  /**
   * Tells of a trouble that this look found, before its incident hears of it. Returns whether that
   * was heard only now, after it was missed: the incident hears with the next look, so that others
   * of the same cause come first.
   */
  private boolean announce(ClusterKey cluster, ClusterWatch watch, ClusterView view, Pulse pulse) {
    if (watch.good() != 0 || !news.isUntold(cluster)) {
      return false;
    }
    if (isCutOff()) {
      news.miss(cluster);
      return false;
    }
    return watch
        .finding()
        .filter(found -> news.tell(cluster, found, view.margin(), pulse.silences()))
        .isPresent();
  }

  private ClusterWatch speak(ClusterKey cluster, ClusterWatch before, ClusterWatch after) {
    if (after.finding().isEmpty()) {
      before.finding().ifPresent(over -> over(cluster, before, over));
      news.tellEnd(cluster);
      return after;
    }
    Optional<Finding> untold = after.untold(clock.instant());
    if (untold.isEmpty()) {
      return after;
    }
    Telling result =
        unwanted.isAbout(cluster, untold.get().code())
            ? Telling.HELD_BACK
            : tell(cluster, untold.get(), after);
    return after.with(result, after.lookedAt());
  }

  private void over(ClusterKey cluster, ClusterWatch before, Finding finding) {
    LOG.info("{} is well again; trouble since {}", cluster, finding.since());
    news.end(cluster);
    if (before.toldAt().isPresent() && !reporter.tellOver(cluster, finding)) {
      LOG.warn("The incident of {} could not be told; it looks by itself", cluster);
    }
  }

  private Telling tell(ClusterKey cluster, Finding finding, ClusterWatch watch) {
    boolean cutOff = isCutOff();
    if (cutOff && !wasCutOff) {
      LOG.error(
          "Most members of all clusters are silent at once and none misses its leader: Quorate"
              + " itself is cut off. Nobody is asked about single clusters meanwhile");
    }
    wasCutOff = cutOff;
    if (cutOff) {
      return Telling.UNTOLD;
    }
    Telling result = reporter.tell(cluster, finding);
    if (result != watch.telling() && watch.toldAt().isEmpty()) {
      LOG.info(
          "{}: {} since {} ({}): {}",
          cluster,
          finding.code().words(),
          finding.since(),
          result,
          finding.sentence());
    }
    return result;
  }

  /**
   * Returns whether Quorate itself seems to be cut off from the fleet. Clusters of which people
   * know, or do not want to know, do not count: they were switched off one after the other. Asks
   * nobody.
   */
  public boolean isCutOff() {
    Instant young = clock.instant().minus(OF_ONE_PASS);
    return CutOffFromFleet.isLikely(
        pulses.entrySet().stream()
            .filter(entry -> entry.getValue().at().isAfter(young))
            .filter(entry -> !isKnown(entry.getKey()))
            .map(Map.Entry::getValue)
            .toList());
  }

  private boolean isKnown(ClusterKey cluster) {
    ClusterWatch watch = watch(cluster);
    return watch.toldAt().isPresent()
        || watch.finding().filter(finding -> unwanted.isKnown(cluster, finding.code())).isPresent();
  }

  /** Begins with the report of the worker that held the shard before. */
  public void resume(WatchedShard before) {
    forget(before.number());
    lastLooks.resume(before);
    for (WatchedShard.Troubled one : before.troubled()) {
      DiagnosisCode.named(one.code())
          .map(code -> new Finding(code, one.since(), one.sentence()))
          .ifPresent(
              finding -> {
                watches.put(
                    one.cluster(), ClusterWatch.resumed(finding, one.lookedAt(), one.told()));
                if (!one.told()) {
                  news.begin(one.cluster(), lastLooks.version(one.cluster()));
                }
              });
      signs.resume(one);
    }
  }

  /** Forgets the clusters of a shard, which another worker watches from now on. */
  public void forget(int shard) {
    watches.keySet().removeIf(cluster -> WatchNames.shardOf(cluster) == shard);
    pulses.keySet().removeIf(cluster -> WatchNames.shardOf(cluster) == shard);
    begun.put(shard, clock.instant());
    signs.forget(cluster -> WatchNames.shardOf(cluster) == shard);
    news.forget(cluster -> WatchNames.shardOf(cluster) == shard);
    lastLooks.forget(cluster -> WatchNames.shardOf(cluster) == shard);
  }

  /** Forgets clusters that were taken out. */
  public void forget(Set<ClusterKey> gone) {
    watches.keySet().removeAll(gone);
    pulses.keySet().removeAll(gone);
    signs.forget(gone::contains);
    news.forget(gone::contains);
    lastLooks.forget(gone::contains);
  }

  /**
   * Figures of the held shards.
   *
   * @param clusters that were asked at least once
   * @param findings how many findings there are: by the names of kinds, and diagnoses together
   */
  record Counts(int clusters, Map<String, Integer> findings) {}

  /** Label of the metric for all findings that are diagnoses. */
  static final String DIAGNOSIS = "diagnosis";

  /** Returns the figures of the clusters that this process watches. */
  Counts counts(HeldShards shards) {
    List<ClusterKey> watched = pulses.keySet().stream().filter(shards::watches).toList();
    Map<String, Integer> findings = new HashMap<>(signs.counts(shards::watches));
    findings.put(
        DIAGNOSIS,
        (int) watched.stream().filter(cluster -> watch(cluster).finding().isPresent()).count());
    return new Counts(watched.size(), findings);
  }

  private Optional<Instant> oldest(Collection<ClusterKey> clusters) {
    return clusters.stream()
        .flatMap(cluster -> Optional.ofNullable(pulses.get(cluster)).stream())
        .map(Pulse::at)
        .min(Instant::compareTo);
  }

  /**
   * Returns the report of a shard.
   *
   * @param clusters the clusters of the shard
   */
  public WatchedShard report(int shard, Set<ClusterKey> clusters) {
    List<WatchedShard.Troubled> troubled =
        clusters.stream()
            .flatMap(
                cluster ->
                    Stream.concat(
                        troubled(cluster).stream(),
                        signs.report(cluster, watch(cluster).lookedAt())))
            .toList();
    List<ClusterKey> unasked =
        isYoung(begun.getOrDefault(shard, created))
            ? List.of()
            : clusters.stream().filter(cluster -> !wasAsked(cluster)).sorted().toList();
    Optional<Instant> oldest =
        pulses.keySet().containsAll(clusters) ? oldest(clusters) : Optional.empty();
    return new WatchedShard(
        shard,
        clusters.size(),
        oldest,
        troubled,
        troubled.size(),
        unasked,
        Optional.of(lastLooks.report(clusters)));
  }

  /** A cluster cannot be asked where its platform does not name its members, or TLS files fail. */
  private boolean wasAsked(ClusterKey cluster) {
    return Optional.ofNullable(pulses.get(cluster))
        .filter(pulse -> isYoung(pulse.at()))
        .isPresent();
  }

  private boolean isYoung(Instant at) {
    return at.isAfter(clock.instant().minus(UNASKED));
  }

  private Optional<WatchedShard.Troubled> troubled(ClusterKey cluster) {
    ClusterWatch watch = watch(cluster);
    return watch
        .finding()
        .map(
            finding ->
                new WatchedShard.Troubled(
                    cluster,
                    finding.code().words(),
                    finding.since(),
                    watch.lookedAt(),
                    finding.sentence(),
                    watch.toldAt().isPresent()));
  }

  /** Notes that a cluster could not be looked at; said once in the log. */
  void unseen(ClusterKey cluster, RuntimeException why) {
    if (unseen.isNew(cluster, why)) {
      LOG.warn("{} could not be looked at, said once: {}", cluster, why.toString());
    }
  }
}
