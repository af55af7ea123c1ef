package io.quorate.version;

import io.quorate.cluster.EtcdVersion;
import io.quorate.version.Hop.Direction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything known about versions of etcd. The answers are only as good as the day of the file, so
 * callers with a clock ask for a {@link #warning}.
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
  /** Age after which a preflight warns of the file (docs/versions.md). */
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

  /** The knowledge of this release of Quorate; read once. */
  public static VersionKnowledge current() {
    return Current.KNOWN;
  }

  /** The warning about the age of the file at this time; empty while it is young enough. */
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

  /** The newest known patch of this version's line; empty for a line that is not known. */
  public Optional<EtcdVersion> newestOf(EtcdVersion version) {
    return lines.stream()
        .filter(one -> one.line().equals(MinorLine.of(version)))
        .map(LineSupport::newest)
        .findFirst();
  }

  /**
   * Returns the advisories that touch a version and not another one, the most severe first, each
   * with its most severe effect.
   */
  public List<Concern> curedBy(EtcdVersion cure, EtcdVersion version) {
    return advisories.stream()
        .filter(advisory -> advisory.affects(version) && !advisory.affects(cure))
        .map(advisory -> advisory.concern(version))
        .sorted(Comparator.comparing(Concern::severity))
        .toList();
  }

  /** Concerns about using a version for this in a runbook: that of the line first, then by file. */
  public List<Concern> concerns(EtcdVersion version, VersionUse role, String runbook) {
    return Stream.concat(
            lines.stream().flatMap(line -> line.concern(version, role).stream()),
            advisories.stream()
                .flatMap(advisory -> advisory.concern(version, role, runbook).stream()))
        .toList();
  }

  /**
   * Concerns about a hop: those of the hop itself, then of its source, then of its target. A hop to
   * the next line that the file does not name is refused (docs/etcd.md#n-19), and a hop back to an
   * earlier patch too.
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

  /** Conditions that must hold before a member takes this hop. */
  public List<HopCondition> conditions(Hop hop) {
    return gate(hop).map(HopGate::conditions).orElse(List.of());
  }

  /**
   * Translates the settings of a member, keys and values of its environment file, for the target of
   * a hop.
   */
  public TranslatedSettings translate(Hop hop, Map<String, String> environment) {
    return SettingsTranslator.translated(settings, hop, environment);
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
