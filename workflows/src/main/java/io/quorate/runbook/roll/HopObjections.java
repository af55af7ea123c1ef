package io.quorate.runbook.roll;

import io.quorate.cluster.EtcdVersion;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Wording;
import io.quorate.step.Reason;
import io.quorate.version.Concern;
import io.quorate.version.Hop;
import io.quorate.version.HopCondition;
import io.quorate.version.LineSupport;
import io.quorate.version.MinorLine;
import io.quorate.version.Severity;
import io.quorate.version.VersionKnowledge;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Installation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Objections to the hops that members are to take: advisories, conditions and missing releases. */
final class HopObjections {
  private static final String OTHER = RollReason.HOP_ADVISED_AGAINST.remedy();

  private final ClusterView view;
  private final String runbook;
  private final SortedSet<String> accepted;
  private final List<Member> members;
  private final List<Hop> hops;

  /**
   * Collects the objections to these hops.
   *
   * @param members the members that take these hops; their hosts tell which releases there are
   */
  HopObjections(
      ClusterView view,
      String runbook,
      SortedSet<String> accepted,
      List<Member> members,
      List<Hop> hops) {
    this.view = view;
    this.runbook = runbook;
    this.accepted = accepted;
    this.members = members;
    this.hops = hops.stream().distinct().toList();
  }

  Optional<Prescription> objection() {
    return hops.stream()
        .flatMap(hop -> tooFar(hop).stream())
        .findFirst()
        .or(this::refused)
        .map(Refusal::new);
  }

  /** Whether a person had to accept an advisory and has accepted it. */
  boolean againstAdvice() {
    return concerns().anyMatch(concern -> concern.severity() == Severity.ACCEPTABLE);
  }

  List<String> warnings() {
    Stream<String> advisories =
        concerns()
            .map(
                concern ->
                    (concern.severity() == Severity.ACCEPTABLE ? "Accepted: " : "")
                        + said(concern));
    Stream<String> conditions =
        hops.stream()
            .flatMap(hop -> VersionKnowledge.current().conditions(hop).stream())
            .distinct()
            .filter(HopObjections::isLeftToPeople)
            .map(condition -> "Quorate has not looked whether this holds: " + condition.sentence());
    return Stream.concat(advisories, conditions).toList();
  }

  private Stream<Concern> concerns() {
    return hops.stream()
        .map(hop -> VersionKnowledge.current().concerns(hop, runbook))
        .flatMap(Collection::stream)
        .distinct();
  }

  private Optional<Reason> refused() {
    List<Concern> stopping = concerns().filter(concern -> concern.stops(accepted)).toList();
    if (stopping.isEmpty()) {
      return Optional.empty();
    }
    String all = stopping.stream().map(HopObjections::said).collect(Collectors.joining(" "));
    return Optional.of(
        stopping.stream().allMatch(concern -> concern.severity() == Severity.ACCEPTABLE)
            ? RollReason.HOP_ADVISED_AGAINST.because(
                all,
                "Choose another version, or say "
                    + stopping.stream()
                        .map(concern -> "--accept " + concern.id())
                        .collect(Collectors.joining(" "))
                    + ": then more people are asked.")
            : RollReason.HOP_ADVISED_AGAINST.because(
                all, hops.stream().flatMap(hop -> better(hop).stream()).findFirst().orElse(OTHER)));
  }

  /** The command for a version to which nothing is against, on the way or in place of this one. */
  private Optional<String> better(Hop hop) {
    return newest(hop.from())
        .filter(first -> isBetter(hop, first) && !stops(new Hop(first, hop.target())))
        .map(first -> "First: " + command(first))
        .or(() -> newest(hop.to()).filter(other -> isBetter(hop, other)).map(this::command));
  }

  private boolean isBetter(Hop hop, EtcdVersion other) {
    return !other.equals(hop.source())
        && !other.equals(hop.target())
        && !stops(new Hop(hop.source(), other));
  }

  private String command(EtcdVersion version) {
    return Wording.start(view, runbook, "--to " + version);
  }

  private static String said(Concern concern) {
    return concern.sentence() + " (" + concern.id() + ", " + concern.source() + ")";
  }

  /**
   * The refusal of a hop over two minors or more, with the hops to take instead where each is
   * possible.
   */
  private Optional<Reason> tooFar(Hop hop) {
    if (hop.from().major() != hop.to().major()
        || Math.abs(hop.from().minor() - hop.to().minor()) < 2) {
      return Optional.empty();
    }
    List<EtcdVersion> way = way(hop);
    EtcdVersion at = hop.source();
    for (EtcdVersion next : way) {
      if (stops(new Hop(at, next))) {
        return Optional.empty();
      }
      at = next;
    }
    return Optional.of(
        RollReason.ONE_MINOR_AT_A_TIME.because(
            "From " + hop.source() + " to " + hop.target() + " etcd goes one minor at a time.",
            way.stream()
                .map(version -> (version.equals(way.getFirst()) ? "" : "Then: ") + command(version))
                .toList()));
  }

  private List<EtcdVersion> way(Hop hop) {
    int direction = Integer.signum(hop.to().compareTo(hop.from()));
    List<EtcdVersion> way = new ArrayList<>();
    MinorLine next = new MinorLine(hop.from().major(), hop.from().minor() + direction);
    Optional<EtcdVersion> first = newest(next);
    if (first.filter(version -> stops(new Hop(hop.source(), version))).isPresent()) {
      newest(hop.from()).ifPresent(way::add);
    }
    while (!next.equals(hop.to())) {
      newest(next).ifPresent(way::add);
      next = new MinorLine(next.major(), next.minor() + direction);
    }
    way.add(hop.target());
    return way;
  }

  private boolean stops(Hop hop) {
    return VersionKnowledge.current().concerns(hop, runbook).stream()
        .anyMatch(concern -> concern.stops(accepted));
  }

  /** The newest configured release of this line, else the newest known one. */
  private Optional<EtcdVersion> newest(MinorLine line) {
    return members.stream()
        .flatMap(member -> member.installation().releases().stream())
        .map(Installation.Release::version)
        .filter(version -> MinorLine.of(version).equals(line))
        .max(Comparator.naturalOrder())
        .or(
            () ->
                VersionKnowledge.current().lines().stream()
                    .filter(known -> known.line().equals(line))
                    .map(LineSupport::newest)
                    .findFirst());
  }

  /**
   * Whether a condition cannot be seen from outside, or only in files that Quorate does not read.
   */
  private static boolean isLeftToPeople(HopCondition condition) {
    return switch (condition) {
      case AUTH_OFF, RAFT_SNAPSHOT_SINCE_HEALTH_WRITES, MEMBER_RECORDS_AGREE, V2_STORE_EMPTY ->
          true;
      case NO_V2_REQUEST_AFTER_RAFT_SNAPSHOT, DOWNGRADE_ENABLED_AND_SETTLED, SETTINGS_TRANSLATED ->
          false;
    };
  }
}
