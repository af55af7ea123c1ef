package io.quorate.volume;

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
  private static final List<String> WIPED =
      List.of(
          """
          {"level":"fatal","ts":"2026-11-21T11:58:07.5+0100","msg":"discovery failed",\
          "error":"member 8e9e05c52164694d has already been bootstrapped"}\
          """);
  private static final List<String> FORGETFUL =
      List.of(
          """
          {"level":"panic","ts":"2026-11-21T11:58:07.5+0100",\
          "msg":"tocommit(90) is out of range [lastIndex(3)]. Was the raft log corrupted?"}\
          """);
  private static final Instant THEN = Instant.parse("2026-11-21T10:58:07.5Z");
  private static final Instant LATER = THEN.plus(Duration.ofMinutes(5));

  /** What a file system says that tells no times. */
  static final LoggedDamage.Files UNTOLD =
      new LoggedDamage.Files(
          Optional.empty(), Optional.empty(), false, Optional.empty(), Optional.empty());

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
    assertThat(LoggedDamage.in(log, made(at.plus(Duration.ofMinutes(1)), Optional.empty())))
        .isEmpty();
    assertThat(LoggedDamage.in(log, made(at.minusSeconds(1), Optional.empty()))).isPresent();
  }

  /** Its disk was not mounted at that time. */
  @Test
  void aLogOlderThanTheRunThatFoundNoLogIsNoDamage() {
    assertThat(LoggedDamage.in(WIPED, made(LONG_AGO, Optional.of(LONG_AGO)))).isEmpty();
    assertThat(LoggedDamage.in(WIPED, made(LONG_AGO, Optional.empty()))).isPresent();
  }

  /**
   * NFS does not tell when a file was created. A log that was last changed before the run shows
   * that the directory was not wiped.
   */
  @Test
  void anOldLogWithoutACreationTimeWasNotWiped() {
    LoggedDamage.Files log = changed(Optional.empty(), Optional.of(LONG_AGO));
    assertThat(LoggedDamage.in(WIPED, log)).isEmpty();
    assertThat(LoggedDamage.in(WIPED, UNTOLD)).isPresent();
  }

  @ParameterizedTest
  @MethodSource("versions")
  void whereNoTimesOfBirthAreToldOtherDamageHolds(String version) throws IOException {
    Optional<Instant> old = Optional.of(LONG_AGO);
    assertThat(LoggedDamage.in(log(version, "badwal"), changed(old, old))).isPresent();
  }

  /**
   * A person may have replaced the damaged file. A reading of the new file tells whether the file
   * is whole.
   */
  @ParameterizedTest
  @ValueSource(strings = {"3.5.35", "3.6.16", "3.7.3"})
  void damageIsOverOnceTheFileThatItIsAboutWasChanged(String version) throws IOException {
    Optional<Instant> old = Optional.of(LONG_AGO);
    List<String> log = log(version, "badwal");
    Optional<Instant> later = EtcdLog.time(log.getLast()).map(end -> end.plusSeconds(90));
    assertThat(LoggedDamage.in(log, changed(old, later))).isEmpty();
    assertThat(LoggedDamage.in(log, changed(later, old))).as("another file").isPresent();

    List<String> database = log(version, "baddb");
    later = EtcdLog.time(database.getFirst()).map(end -> end.plusSeconds(90));
    assertThat(LoggedDamage.in(database, changed(later, old))).isEmpty();
    assertThat(LoggedDamage.in(database, changed(old, later))).as("another file").isPresent();
    assertThat(LoggedDamage.in(database, new LoggedDamage.Files(old, old, true, later, old)))
        .as("also where the file system tells when the directory was made")
        .isEmpty();
  }

  /** 3.4 names no time zone: its clock may show twelve hours less than UTC. */
  @Test
  void aLineWithoutATimeZoneCountsAsTheLatestThatItCanBe() throws IOException {
    List<String> log = log("3.4.23", "badwal");
    assertThat(log.getLast()).startsWith("2026-11-21 11:58:00.332991");
    Instant end = Instant.parse("2026-11-21T23:58:00.332991Z");
    assertThat(LoggedDamage.in(log, made(end.minus(Duration.ofHours(1)), Optional.empty())))
        .isPresent();
    assertThat(LoggedDamage.in(log, made(end.plusSeconds(1), Optional.empty()))).isEmpty();
    Optional<Instant> later = Optional.of(end.plusSeconds(90));
    assertThat(LoggedDamage.in(log, changed(later, later))).isEmpty();
  }

  /** etcd has written its last bytes by then. */
  @Test
  void aFileThatEtcdWroteRightBeforeItsEndCountsAsUnchanged() throws IOException {
    List<String> log = log("3.6.16", "badwal");
    Optional<Instant> soon = EtcdLog.time(log.getFirst()).map(at -> at.plusSeconds(30));
    assertThat(LoggedDamage.in(log, changed(soon, soon))).isPresent();
  }

  /** No reading of the files can show that the files lack acknowledged entries. */
  @Test
  void damageOfUnknownFilesIsADoubt() {
    Optional<Instant> old = Optional.of(LONG_AGO);
    Optional<Instant> later = Optional.of(LATER);
    assertThat(inDoubt(FORGETFUL, changed(later, later))).isTrue();
    assertThat(inDoubt(WIPED, changed(old, later))).isTrue();
    assertThat(inDoubt(FORGETFUL, changed(old, old))).as("these are they").isFalse();
    assertThat(inDoubt(FORGETFUL, new LoggedDamage.Files(old, old, true, later, later)))
        .as("the directory is the same one")
        .isFalse();
  }

  private static boolean inDoubt(List<String> log, LoggedDamage.Files files) {
    return LoggedDamage.in(log, files).orElseThrow().isInDoubt(files);
  }

  /** A log that is older than its damage is the damaged one. */
  @ParameterizedTest
  @MethodSource("versions")
  void damageOfAnOldDirectoryHolds(String version) throws IOException {
    Optional<Instant> old = Optional.of(LONG_AGO);
    assertThat(LoggedDamage.in(log(version, "badwal"), made(LONG_AGO, old))).isPresent();
  }

  private static Optional<String> holding(List<String> log) {
    return LoggedDamage.in(log, UNTOLD).map(LoggedDamage::inWords);
  }

  private static LoggedDamage.Files made(Instant directory, Optional<Instant> log) {
    return new LoggedDamage.Files(
        Optional.of(directory), log, false, Optional.empty(), Optional.empty());
  }

  /** Returns what NFS says of the files: times of change, and no times of creation. */
  private static LoggedDamage.Files changed(Optional<Instant> database, Optional<Instant> log) {
    return new LoggedDamage.Files(Optional.empty(), Optional.empty(), true, database, log);
  }

  private static List<String> log(String version, String what) throws IOException {
    return DamageSignatureTest.log(version, what);
  }

  @SafeVarargs
  private static List<String> joined(List<String>... logs) {
    return Stream.of(logs).flatMap(List::stream).toList();
  }
}
