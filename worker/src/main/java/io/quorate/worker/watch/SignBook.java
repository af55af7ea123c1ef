package io.quorate.worker.watch;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.WatchedShard.Standing;
import io.quorate.operation.WatchedShard.Troubled;
import io.quorate.record.SizeHistory;
import io.quorate.view.ClusterView;
import io.quorate.watch.ClusterKnowledge;
import io.quorate.watch.ClusterWatch.Telling;
import io.quorate.watch.DeepKnowledge;
import io.quorate.watch.FindingKind;
import io.quorate.watch.Pulse;
import io.quorate.watch.PulseMemory;
import io.quorate.watch.Sign;
import io.quorate.watch.Signs;
import io.quorate.watch.StandingFinding;
import io.quorate.watch.StandingFindings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Findings that are no diagnosis, of all clusters that this process watches. Thread-safe if each
 * cluster has at most one look at a time.
 */
final class SignBook {
  private static final Logger LOG = LoggerFactory.getLogger(SignBook.class);

  private final Watchman.Reporter reporter;
  private final DepthBook depths;
  private final Map<ClusterKey, Page> pages = new ConcurrentHashMap<>();

  /** Findings that are over, of which the incident could not be told yet. */
  private final Map<ClusterKey, List<StandingFinding>> ends = new ConcurrentHashMap<>();

  SignBook(Watchman.Reporter reporter, DepthBook depths) {
    this.reporter = reporter;
    this.depths = depths;
  }

  /** Page of one cluster. */
  private record Page(PulseMemory pulses, StandingFindings findings) {
    static final Page BLANK = new Page(PulseMemory.NONE, StandingFindings.NONE);

    List<Sign> signs(DeepKnowledge deep, Optional<ClusterView> view, Instant now) {
      return Signs.in(new ClusterKnowledge(now, pulses, deep, view, findings.signs()));
    }

    Page looked(DeepKnowledge deep, ClusterView view, Instant now) {
      return new Page(pulses, findings.looked(signs(deep, Optional.of(view), now), now));
    }

    Page with(StandingFinding finding, Telling result, Instant now) {
      return new Page(pulses, findings.with(finding.sign().name(), result, now));
    }

    Page hushed(StandingFinding finding, String why) {
      return new Page(pulses, findings.hushed(finding.sign().name(), why));
    }

    Page and(Page other) {
      return new Page(pulses, findings.and(other.findings()));
    }

    Page excusedAt(Instant now) {
      return new Page(pulses.excusedAt(now), findings.excused());
    }
  }

  /**
   * Takes a pulse; returns whether a look is needed. The look, not the pulse, records and tells
   * findings.
   */
  boolean wantsLook(ClusterKey cluster, Pulse pulse) {
    Page page =
        pages.compute(
            cluster,
            (key, before) -> {
              Page known = before == null ? Page.BLANK : before;
              return new Page(known.pulses().with(pulse), known.findings());
            });
    Map<Sign.Name, Sign> known = page.findings().signs();
    return page.findings().all().stream().anyMatch(finding -> wantsLook(finding, pulse.at()))
        || page.signs(depths.known(cluster, pulse.at()), Optional.empty(), pulse.at()).stream()
            .anyMatch(sign -> !known.containsKey(sign.name()));
  }

  /** Takes over the sizes of the database that another worker saw. */
  void remember(ClusterKey cluster, SizeHistory sizes) {
    pages.computeIfPresent(
        cluster, (key, page) -> new Page(page.pulses().after(sizes), page.findings()));
  }

  /** Another look tells what could not be told, and may end a finding after a good look. */
  private static boolean wantsLook(StandingFinding finding, Instant now) {
    return finding.isNearlyOver() || (finding.telling() == Telling.UNTOLD && finding.isUntold(now));
  }

  /**
   * Takes a look, and tells what is new, and what is over.
   *
   * @param off why nobody wants to be told of a sign; empty where people are told
   * @param cutOff whether Quorate is cut off from the fleet, when nobody is told of anything
   */
  void looked(
      ClusterKey cluster,
      ClusterView view,
      Function<Sign, Optional<String>> off,
      BooleanSupplier cutOff) {
    depths.looked(cluster);
    DeepKnowledge deep = depths.known(cluster, view.at());
    Page before = pages.get(cluster);
    Page after = pages.computeIfPresent(cluster, (key, page) -> page.looked(deep, view, view.at()));
    if (before == null || after == null) {
      return;
    }
    List<StandingFinding> late = Optional.ofNullable(ends.remove(cluster)).orElse(List.of());
    late.stream()
        .filter(end -> after.findings().all().stream().noneMatch(end::isSame))
        .forEach(end -> tellEnd(cluster, end));
    before.findings().without(after.findings()).forEach(over -> over(cluster, over));
    after.findings().all().stream()
        .filter(StandingFinding::isHeard)
        .forEach(
            finding ->
                off.apply(finding.sign())
                    .filter(finding::isNewsOf)
                    .ifPresent(why -> hush(cluster, finding, why)));
    List<StandingFinding> untold =
        after.findings().all().stream().filter(finding -> finding.isUntold(view.at())).toList();
    if (!untold.isEmpty() && !cutOff.getAsBoolean()) {
      untold.forEach(finding -> tell(cluster, finding, view.at(), off));
    }
  }

  private void tell(
      ClusterKey cluster,
      StandingFinding finding,
      Instant now,
      Function<Sign, Optional<String>> off) {
    boolean unwanted = off.apply(finding.sign()).isPresent();
    Telling result = unwanted ? Telling.HELD_BACK : reporter.tell(cluster, finding);
    boolean ours = !unwanted && result == Telling.HELD_BACK;
    if (result != finding.telling() && finding.told().isEmpty()) {
      LOG.info(
          "{}: {} since {} ({}): {}",
          cluster,
          finding.sign().kind().words(),
          finding.since(),
          result,
          finding.sign().evidence());
    }
    pages.computeIfPresent(
        cluster, (key, page) -> ours ? page.excusedAt(now) : page.with(finding, result, now));
  }

  /** Tells the incident that nobody is to be told of a finding that stands. */
  private void hush(ClusterKey cluster, StandingFinding finding, String why) {
    if (reporter.tellOver(cluster, finding, Optional.of(why))) {
      LOG.info("{}: {} is {}", cluster, finding.sign().kind().words(), why);
      pages.computeIfPresent(cluster, (key, page) -> page.hushed(finding, why));
    }
  }

  private void over(ClusterKey cluster, StandingFinding finding) {
    LOG.info("{}: {} is over", cluster, finding.sign().kind().words());
    if (finding.isHeard()) {
      tellEnd(cluster, finding);
    }
  }

  /** Tells the incident of an end; one that cannot be told now is told with a later look. */
  private void tellEnd(ClusterKey cluster, StandingFinding finding) {
    if (!reporter.tellOver(cluster, finding, Optional.empty())) {
      ends.merge(
          cluster,
          List.of(finding),
          (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
    }
  }

  /**
   * Takes over a finding of the worker that held the shard before; a kind that only a later release
   * knows is ignored.
   */
  void resume(Troubled one) {
    Optional<Sign> sign =
        one.standing()
            .flatMap(
                more ->
                    FindingKind.named(one.code())
                        .map(
                            kind ->
                                new Sign(
                                    kind,
                                    more.subject(),
                                    Sign.Urgency.named(more.urgency()),
                                    one.sentence(),
                                    more.urgentFor().orElse(List.of()))));
    sign.map(found -> resumed(found, one))
        .ifPresent(
            finding ->
                pages.merge(
                    one.cluster(),
                    new Page(PulseMemory.NONE, new StandingFindings(List.of(finding))),
                    Page::and));
  }

  private static StandingFinding resumed(Sign sign, Troubled one) {
    return StandingFinding.resumed(
        sign,
        one.since(),
        Optional.of(one.lookedAt()).filter(any -> one.told()),
        one.standing().flatMap(Standing::hushed).orElse(false));
  }

  /**
   * Forgets the findings of clusters that another worker watches from now on. What the pulses
   * showed stays: once a day a holder lets go of a shard and takes it again.
   */
  void forget(Predicate<ClusterKey> clusters) {
    pages.replaceAll(
        (cluster, page) ->
            clusters.test(cluster) ? new Page(page.pulses(), StandingFindings.NONE) : page);
    ends.keySet().removeIf(clusters);
    depths.forget(clusters);
  }

  /** Returns how many findings of each kind stand. */
  Map<String, Integer> counts(Predicate<ClusterKey> clusters) {
    return pages.entrySet().stream()
        .filter(page -> clusters.test(page.getKey()))
        .flatMap(page -> page.getValue().findings().all().stream())
        .collect(
            Collectors.groupingBy(
                one -> one.sign().kind().words(), Collectors.summingInt(one -> 1)));
  }

  /** Returns the findings of a cluster for the report of its shard. */
  Stream<Troubled> report(ClusterKey cluster, Instant lookedAt) {
    return pages.getOrDefault(cluster, Page.BLANK).findings().all().stream()
        .map(finding -> troubled(cluster, finding, lookedAt));
  }

  private static Troubled troubled(ClusterKey cluster, StandingFinding finding, Instant lookedAt) {
    Sign sign = finding.sign();
    return new Troubled(
        cluster,
        sign.kind().words(),
        finding.since(),
        finding.told().map(StandingFinding.Told::at).orElse(lookedAt),
        sign.evidence(),
        finding.told().isPresent(),
        Optional.of(
            new Standing(
                sign.subject(),
                sign.urgency().words(),
                Optional.of(finding.hushed().isPresent()),
                Optional.of(sign.urgentFor()))));
  }
}
