package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage over several runs, told by logs that real members of four versions printed. */
class LoggedDamageTest {
  private static final String SERVES_AS_TEXT =
      "2026-11-21 11:59:00.240260 I | embed: ready to serve client requests";
  private static final String SERVES_AS_JSON =
      """
      {"level":"info","ts":"2026-11-21T11:59:07.5Z","msg":"ready to serve client requests"}\
      """;
  private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

  static List<String> versions() {
    return DamageSignatureTest.VERSIONS;
  }

  @ParameterizedTest
  @MethodSource("versions")
  void aStartThatEndedForAnotherReasonWashesNoDamageOff(String version) throws IOException {
    List<String> log = joined(log(version, "badwal"), log(version, "inuse"));
    assertThat(holding(log).orElseThrow()).contains("walpb: crc mismatch");
  }

  @ParameterizedTest
  @MethodSource("versions")
  void damageIsOverOnceALaterRunServed(String version) throws IOException {
    String serves = version.startsWith("3.4") ? SERVES_AS_TEXT : SERVES_AS_JSON;
    List<String> served = joined(log(version, "inuse"), List.of(serves));
    assertThat(holding(joined(log(version, "badwal"), served))).isEmpty();
    assertThat(holding(joined(log(version, "badwal"), served, log(version, "inuse")))).isEmpty();
    assertThat(holding(joined(served, log(version, "badwal")))).isPresent();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void damageIsOverOnceQuorateSetTheDirectoryAside(String version) throws IOException {
    List<String> moved = List.of("quorate: set aside /var/lib/etcd");
    assertThat(holding(joined(log(version, "badwal"), moved))).isEmpty();
    assertThat(holding(joined(log(version, "badwal"), moved, log(version, "inuse")))).isEmpty();
    assertThat(holding(joined(moved, log(version, "badwal")))).isPresent();
  }

  /** With {@code ETCD_LOG_LEVEL=warn} a run that serves says nothing at all. */
  @Test
  void aRunThatLogsTooLittleToSayThatItServesEndsDamage() throws IOException {
    List<String> quiet = List.of("quorate: starting etcd-1");
    assertThat(holding(joined(log("3.6.16", "badwal"), quiet))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.5.35", "3.6.16", "3.7.3"})
  void damageIsNotOfADirectoryThatWasMadeLater(String version) throws IOException {
    List<String> log = log(version, "badwal");
    Instant at = EtcdLog.time(log.getFirst()).orElseThrow();
    assertThat(
            LoggedDamage.in(
                log, Optional.of(at.plus(Duration.ofMinutes(1))), Optional.empty(), false))
        .isEmpty();
    assertThat(LoggedDamage.in(log, Optional.of(at.minusSeconds(1)), Optional.empty(), false))
        .isPresent();
  }

  /** Its disk was not mounted at that time. */
  @Test
  void aLogThatIsOlderThanTheRunThatFoundNoneWasNotThereThen() {
    List<String> log =
        List.of(
            """
            {"level":"fatal","ts":"2026-11-21T11:58:07.5+0100","msg":"discovery failed",\
            "error":"member 8e9e05c52164694d has already been bootstrapped"}\
            """);
    assertThat(LoggedDamage.in(log, Optional.of(LONG_AGO), Optional.of(LONG_AGO), false)).isEmpty();
    assertThat(LoggedDamage.in(log, Optional.of(LONG_AGO), Optional.empty(), false)).isPresent();
  }

  /** NFS: what a run says that found nothing is not held against a log that is there now. */
  @Test
  void whereNoTimesOfBirthAreToldALogThatIsThereWasNotWiped() {
    List<String> wiped =
        List.of(
            """
            {"level":"fatal","ts":"2026-11-21T11:58:07.5+0100","msg":"discovery failed",\
            "error":"member 8e9e05c52164694d has already been bootstrapped"}\
            """);
    assertThat(LoggedDamage.in(wiped, Optional.empty(), Optional.empty(), true)).isEmpty();
    assertThat(LoggedDamage.in(wiped, Optional.empty(), Optional.empty(), false)).isPresent();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void whereNoTimesOfBirthAreToldOtherDamageHolds(String version) throws IOException {
    assertThat(LoggedDamage.in(log(version, "badwal"), Optional.empty(), Optional.empty(), true))
        .isPresent();
  }

  /** A log that is older than its damage is the damaged one. */
  @ParameterizedTest
  @MethodSource("versions")
  void damageOfAnOldDirectoryHolds(String version) throws IOException {
    Optional<Instant> old = Optional.of(LONG_AGO);
    assertThat(LoggedDamage.in(log(version, "badwal"), old, old, false)).isPresent();
  }

  private static Optional<String> holding(List<String> log) {
    return LoggedDamage.in(log, Optional.empty(), Optional.empty(), false)
        .map(LoggedDamage::inWords);
  }

  private static List<String> log(String version, String what) throws IOException {
    return DamageSignatureTest.log(version, what);
  }

  @SafeVarargs
  private static List<String> joined(List<String>... logs) {
    return Stream.of(logs).flatMap(List::stream).toList();
  }
}
