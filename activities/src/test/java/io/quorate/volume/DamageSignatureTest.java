package io.quorate.volume;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against logs that real members of four versions printed. */
public class DamageSignatureTest {
  static final List<String> VERSIONS = List.of("3.4.23", "3.5.35", "3.6.16", "3.7.3");

  /** The first line of a log that speaks of damage. */
  private static Optional<String> damage(List<String> log) {
    return LoggedDamage.in(log, LoggedDamageTest.UNTOLD).map(LoggedDamage::inWords);
  }

  @ParameterizedTest
  @CsvSource({
    "3.4.23,walpb: crc mismatch,cannot open database",
    "3.5.35,walpb: crc mismatch,failed to open database",
    "3.6.16,walpb: crc mismatch,invalid database",
    "3.7.3,walpb: crc mismatch,invalid database"
  })
  void aDamagedFileIsRecognised(String version, String wal, String database) throws IOException {
    assertThat(damage(log(version, "badwal")).orElseThrow()).contains(wal);
    assertThat(damage(log(version, "baddb")).orElseThrow()).contains(database);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.4.23", "3.5.35", "3.6.16", "3.7.3"})
  void aUsedPortIsNoDamage(String version) throws IOException {
    assertThat(damage(log(version, "inuse"))).isEmpty();
  }

  @Test
  void textThatAClientWroteIsNoSignature() {
    assertThat(
            damage(
                List.of(
                    """
                    {"level":"warn","msg":"apply request took too long","request":"put:<key:\\"walpb: crc mismatch\\">","error":""}\
                    """,
                    "2026-01-01 00:00:00.000001 W | etcdserver: request \"walpb: crc mismatch\""
                        + " slow")))
        .isEmpty();
  }

  @Test
  void aDiskThatCannotBeReadSaysNothingOfTheData() {
    assertThat(
            damage(
                List.of(
                    """
                    {"level":"panic","msg":"failed to open database","error":"open db: permission denied"}\
                    """)))
        .isEmpty();
  }

  @Test
  void aPanicOfRaftIsASignature() {
    String panic =
        "panic: tocommit(1104) is out of range [lastIndex(0)]. Was the raft log corrupted?";
    assertThat(damage(List.of(panic))).hasValue("its log says " + panic);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.5.35", "3.6.16", "3.7.3"})
  void aLogLineIsShortenedToWhatAPersonNeeds(String version) throws IOException {
    assertThat(log(version, "inuse").stream().map(EtcdLog::shortened))
        .last()
        .isEqualTo(
            "fatal: discovery failed: listen tcp 127.0.0.1:%s: bind: address already in use"
                .formatted(
                    switch (version) {
                      case "3.5.35" -> "21390";
                      case "3.6.16" -> "21400";
                      default -> "21410";
                    }));
  }

  public static List<String> log(String version, String what) throws IOException {
    String name = "logs/" + version + "-" + what + ".log";
    try (var stream = DamageSignatureTest.class.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
