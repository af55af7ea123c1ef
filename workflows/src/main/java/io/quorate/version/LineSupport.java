package io.quorate.version;

import io.quorate.cluster.EtcdVersion;
import java.util.Optional;

/**
 * How a line stands.
 *
 * @param newest the newest patch that was known when the file was last compared
 * @param ended what to say of it once it gets no more patches
 */
public record LineSupport(
    MinorLine line, EtcdVersion newest, Optional<String> ended, String source) {
  /** A line that has ended is warned of where it runs, and nothing is taken to it. */
  Optional<Concern> concern(EtcdVersion version, VersionUse role) {
    return MinorLine.of(version).equals(line)
        ? ended.flatMap(sentence -> concern(sentence, role))
        : Optional.empty();
  }

  private Optional<Concern> concern(String sentence, VersionUse role) {
    String id = "ETCD-" + line + "-END-OF-LIFE";
    return switch (role) {
      case RUNNING -> Optional.of(new Concern(id, Severity.WARNING, sentence, source));
      case UPGRADE_TARGET, DOWNGRADE_TARGET ->
          Optional.of(new Concern(id, Severity.REFUSED, sentence, source));
      case JOINER,
          UPGRADE_SOURCE,
          DOWNGRADE_SOURCE,
          DEFRAGMENT,
          MEMBER_ADD,
          LEARNER_PROMOTION,
          LEARNER_UPDATE ->
          Optional.empty();
    };
  }
}
