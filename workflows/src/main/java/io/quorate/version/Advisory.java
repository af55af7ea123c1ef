package io.quorate.version;

import io.quorate.cluster.EtcdVersion;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A known defect of versions of etcd.
 *
 * @param id stable, append-only: the number of etcd's issue, or a name
 * @param affected at least one range, none over another
 * @param sentence for people; {@code {version}} stands for the version it is said of
 * @param source a public page, or a heading of docs/etcd.md
 * @param effects at least one
 */
public record Advisory(
    String id,
    List<VersionRange> affected,
    String sentence,
    String source,
    List<AdvisoryEffect> effects) {
  public Advisory {
    affected = List.copyOf(affected);
    effects = List.copyOf(effects);
  }

  public boolean affects(EtcdVersion version) {
    return affected.stream().anyMatch(range -> range.include(version));
  }

  /** Returns the worst that the advisory says about a version that it affects. */
  Concern concern(EtcdVersion version) {
    Severity worst =
        effects.stream()
            .map(AdvisoryEffect::severity)
            .min(Comparator.naturalOrder())
            .orElse(Severity.WARNING);
    return new Concern(id, worst, saidOf(version), source);
  }

  Optional<Concern> concern(EtcdVersion version, VersionUse role, String runbook) {
    return effects.stream()
        .filter(effect -> effect.concerns(role, runbook) && affects(version))
        .findFirst()
        .map(effect -> new Concern(id, effect.severity(), saidOf(version), source));
  }

  private String saidOf(EtcdVersion version) {
    return sentence.replace("{version}", version.toString());
  }
}
