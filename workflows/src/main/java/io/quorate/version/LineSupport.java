package io.quorate.version;

import io.quorate.cluster.EtcdVersion;
import java.util.Optional;

/**
 * Support of a minor line by etcd.
 *
 * @param newest the newest patch that was known when the file was last compared
 * @param ended the sentence once the line gets no more patches
 */
public record LineSupport(
    MinorLine line, EtcdVersion newest, Optional<String> ended, String source) {
  /**
   * The concern about a line that gets no more patches: a warning where it runs, a refusal as a
   * target.
   */
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
          DEFRAGMENT_BESIDE_OTHERS,
          MEMBER_ADD,
          LEARNER_PROMOTION ->
          Optional.empty();
    };
  }
}
