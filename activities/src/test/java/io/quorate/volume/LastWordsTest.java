package io.quorate.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.shell.Facts;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The line of a journal that tells why etcd ended; the texts are those of etcd and systemd 252. */
class LastWordsTest {
  @Test
  void linesOfSystemdAfterTheEndAreNotTheReason() {
    assertThat(
            words(
                """
                Started etcd.service.
                {"level":"fatal","ts":"2026-11-26T07:32:11.9Z","msg":"discovery failed","error":"no DNS"}
                etcd.service: Main process exited, code=exited, status=1/FAILURE
                etcd.service: Failed with result 'exit-code'.
                Stopped etcd.service.
                """))
        .contains("fatal: discovery failed: no DNS");
  }

  @Test
  void theUsageTextIsNotTheReason() {
    assertThat(
            words(
                """
                flag provided but not defined: -no-such-flag
                Usage:

                  etcd [flags]
                    Start an etcd server.

                etcd.service: Main process exited, code=exited, status=2/INVALIDARGUMENT
                """))
        .contains("flag provided but not defined: -no-such-flag");
  }

  @Test
  void stacksAreNotTheReason() {
    assertThat(
            words(
                """
                panic: freepages: failed to get all reachable pages

                goroutine 115 [running]:
                go.etcd.io/bbolt.(*DB).freepages.func2()
                \t/root/go/pkg/mod/go.etcd.io/bbolt@v1.3.11/db.go:1205 +0x8d
                created by go.etcd.io/bbolt.(*DB).freepages in goroutine 1
                \t/root/go/pkg/mod/go.etcd.io/bbolt@v1.3.11/db.go:1203 +0x132
                """))
        .contains("panic: freepages: failed to get all reachable pages");
  }

  @Test
  void aJournalWithoutAReasonGivesNone() {
    assertThat(words("Started etcd.service.\n")).isEmpty();
  }

  private static Optional<String> words(String journal) {
    String facts = journal.lines().map("last="::concat).reduce("", (a, b) -> a + b + "\n");
    return EtcdLog.lastWords(EtcdLog.lastLines(Facts.of("this machine", facts)));
  }
}
