package io.quorate.narrative;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.version.Advisory;
import io.quorate.version.AdvisoryEffect;
import io.quorate.version.LineSupport;
import io.quorate.version.VersionKnowledge;
import io.quorate.version.VersionUse;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every effect of every advisory reaches whoever asks the runbook that it names. */
class AdvisoriesTest {
  private static final VersionKnowledge KNOWN = VersionKnowledge.current();

  static Stream<Arguments> effects() {
    return KNOWN.advisories().stream()
        .flatMap(
            advisory ->
                advisory.effects().stream()
                    .flatMap(
                        effect ->
                            effect.runbooks().stream()
                                .map(runbook -> Arguments.of(advisory, effect, runbook))));
  }

  @ParameterizedTest(name = "{0}: {1}, {2}")
  @MethodSource("effects")
  void theAnswerOfTheRunbookContainsTheAdvisory(
      Advisory advisory, AdvisoryEffect effect, String runbook) {
    EtcdVersion version = affected(advisory);
    Scene scene = new Scene();
    drawing(effect.role(), runbook, version).forEach(scene::draw);
    String told = Telling.prescription(scene, asking(effect.role(), runbook, version));
    assertThat(told).contains(advisory.sentence().replace("{version}", version.toString()));
    assertThat(told.startsWith("refused ("))
        .as(told)
        .isEqualTo(
            switch (effect.severity()) {
              case REFUSED, ACCEPTABLE -> true;
              case WARNING -> false;
            });
  }

  /**
   * An affected version to which a member can be taken from an earlier patch, where there is one.
   */
  private static EtcdVersion affected(Advisory advisory) {
    return KNOWN.lines().stream()
        .map(LineSupport::newest)
        .flatMap(
            newest ->
                IntStream.rangeClosed(1, newest.patch())
                    .mapToObj(patch -> new EtcdVersion(newest.major(), newest.minor(), patch)))
        .filter(advisory::affects)
        .reduce((one, next) -> next)
        .orElseThrow();
  }

  private static List<String> drawing(VersionUse use, String runbook, EtcdVersion version) {
    return switch (runbook) {
      case "rolling-upgrade", "rolling-downgrade" -> {
        EtcdVersion from = source(use, runbook, version);
        EtcdVersion to = target(use, runbook, version);
        yield List.of(voters("", from), "with releases %s %s".formatted(from, to));
      }
      case "minority-replace" -> List.of(voters("gone since 8s", version));
      case "repair-corrupt-member" ->
          List.of(voters("hash 4242", version), "with alarm CORRUPT a001, compared");
      case "planned-migration" ->
          List.of(voters("", version) + ", etcd-1.next next zone d binary " + version);
      case "scale" ->
          List.of(
              ("cluster main: etcd-0 voter leader on %1$s, etcd-1 unlisted gone binary %1$s,"
                      + " etcd-2 unlisted gone binary %1$s")
                  .formatted(version));
      case "defragment" -> List.of(voters("db 800 used 300", version));
      case "clear-nospace" ->
          List.of(
              ("cluster main: etcd-0 voter leader @90000 quota 64 db 64 used 63 on %1$s,"
                      + " etcd-1 voter @90000 quota 64 db 64 used 63 on %1$s,"
                      + " etcd-2 voter @90000 quota 64 db 64 used 63 on %1$s")
                  .formatted(version),
              "with alarm NOSPACE a000");
      default -> throw new IllegalArgumentException("no cluster is drawn here for " + runbook);
    };
  }

  private static String voters(String second, EtcdVersion version) {
    return "cluster main: etcd-0 voter leader on %1$s, etcd-1 voter %2$s on %1$s, etcd-2 voter on %1$s"
        .formatted(version, second);
  }

  private static List<String> asking(VersionUse use, String runbook, EtcdVersion version) {
    return switch (runbook) {
      case "rolling-upgrade", "rolling-downgrade" ->
          List.of(runbook, "--to", target(use, runbook, version).toString());
      case "planned-migration" -> List.of(runbook, "--member", "etcd-1");
      case "scale" -> List.of(runbook, "--members", "3");
      default -> List.of(runbook);
    };
  }

  private static EtcdVersion source(VersionUse use, String runbook, EtcdVersion version) {
    return switch (use) {
      case UPGRADE_TARGET -> new EtcdVersion(version.major(), version.minor(), version.patch() - 1);
      case DOWNGRADE_TARGET -> newest(version.minor() + 1);
      case UPGRADE_SOURCE, DOWNGRADE_SOURCE -> version;
      default -> throw new IllegalArgumentException(use + " is no use in " + runbook);
    };
  }

  private static EtcdVersion target(VersionUse use, String runbook, EtcdVersion version) {
    return switch (use) {
      case UPGRADE_TARGET, DOWNGRADE_TARGET -> version;
      case UPGRADE_SOURCE -> newest(version.minor() + 1);
      case DOWNGRADE_SOURCE -> newest(version.minor() - 1);
      default -> throw new IllegalArgumentException(use + " is no use in " + runbook);
    };
  }

  private static EtcdVersion newest(int minor) {
    return KNOWN.newestOf(new EtcdVersion(3, minor, 0)).orElseThrow();
  }
}
