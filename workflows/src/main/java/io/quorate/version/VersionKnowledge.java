package io.quorate.version;

import io.quorate.cluster.EtcdVersion;
import io.quorate.version.Hop.Direction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that is known about versions of etcd. The answers are only as good as the day of the file:
 * who has a clock asks for a {@link #warning}.
 *
 * @param asOf the day on which it was last compared with etcd's changelogs, its beginning in UTC
 * @param tested versions that were really run
 */
public record VersionKnowledge(
    Instant asOf,
    List<EtcdVersion> tested,
    List<LineSupport> lines,
    List<Advisory> advisories,
    List<HopGate> gates,
    Settings settings) {
  /** Version facts age; a preflight warns of older ones (docs/versions.md). */
  private static final Duration STALE = Duration.ofDays(90);

  public VersionKnowledge {
    tested = List.copyOf(tested);
    lines = List.copyOf(lines);
    advisories = List.copyOf(advisories);
    gates = List.copyOf(gates);
  }

  private static final class Current {
    private static final VersionKnowledge KNOWN =
        VersionKnowledgeReader.read(VersionKnowledgeFile.text());
  }

  /** What this release of Quorate knows; read once. */
  public static VersionKnowledge current() {
    return Current.KNOWN;
  }

  /** What has to be said of its age by who has a clock; empty while it is young enough. */
  public Optional<String> warning(Instant now) {
    return asOf.plus(STALE).isBefore(now)
        ? Optional.of(
            "etcd's changelogs were read on "
                + asOf.toString().substring(0, "2026-08-20".length())
                + ", more than "
                + STALE.toDays()
                + " days ago; before an upgrade look there for what came since")
        : Optional.empty();
  }

  public boolean endOfLife(EtcdVersion version) {
    return lines.stream()
        .anyMatch(one -> one.line().equals(MinorLine.of(version)) && one.ended().isPresent());
  }

  /** What speaks against using a version for this in a runbook; the line first, then by file. */
  public List<Concern> concerns(EtcdVersion version, VersionUse role, String runbook) {
    return Stream.concat(
            lines.stream().flatMap(line -> line.concern(version, role).stream()),
            advisories.stream()
                .flatMap(advisory -> advisory.concern(version, role, runbook).stream()))
        .toList();
  }

  /**
   * What speaks against taking a member this way: first the hop itself, then its source, then its
   * target. A hop to the next line that the file does not name is refused (docs/etcd.md#n-19), and
   * so is one back to an earlier patch.
   */
  public List<Concern> concerns(Hop hop, String runbook) {
    List<Concern> all = new ArrayList<>();
    switch (hop.direction()) {
      case NOWHERE -> {}
      case BACK -> all.add(unknown(hop, "etcd is not taken back to an earlier patch"));
      case PATCH -> all.addAll(concerns(hop.target(), VersionUse.UPGRADE_TARGET, runbook));
      case UPGRADE, DOWNGRADE -> {
        all.addAll(gate(hop).map(gate -> gate.concerns(hop)).orElseGet(() -> tooFar(hop)));
        boolean up = hop.direction() == Direction.UPGRADE;
        all.addAll(
            concerns(
                hop.source(),
                up ? VersionUse.UPGRADE_SOURCE : VersionUse.DOWNGRADE_SOURCE,
                runbook));
        all.addAll(
            concerns(
                hop.target(),
                up ? VersionUse.UPGRADE_TARGET : VersionUse.DOWNGRADE_TARGET,
                runbook));
      }
    }
    return List.copyOf(all);
  }

  /** What must hold as well before a member is taken this way. */
  public List<HopCondition> conditions(Hop hop) {
    return gate(hop).map(HopGate::conditions).orElse(List.of());
  }

  /** The settings of a member, keys and values of its environment file, for the target of a hop. */
  public TranslatedSettings translate(Hop hop, Map<String, String> environment) {
    return settings.translate(hop, environment);
  }

  private Optional<HopGate> gate(Hop hop) {
    return gates.stream()
        .filter(gate -> gate.from().equals(hop.from()) && gate.to().equals(hop.to()))
        .findFirst();
  }

  private static List<Concern> tooFar(Hop hop) {
    return List.of(unknown(hop, "etcd goes one minor at a time, and only where it was tried"));
  }

  private static Concern unknown(Hop hop, String because) {
    return new Concern(
        "HOP-UNKNOWN",
        Severity.REFUSED,
        "No way is known from " + hop.source() + " to " + hop.target() + ": " + because + ".",
        "docs/etcd.md#n-19");
  }
}
