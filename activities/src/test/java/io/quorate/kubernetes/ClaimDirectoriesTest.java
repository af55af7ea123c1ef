package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Data of a running member, as the log of etcd tells. */
class ClaimDirectoriesTest {
  @Test
  void theFirstLinesTellHowFarTheRaftLogWasAtTheStart() {
    assertThat(
            ClaimDirectories.lastIndex(
                Stream.of(
                    "{\"level\":\"info\",\"msg\":\"restarting local member\",\"commit-index\":41}",
                    "{\"level\":\"info\",\"logger\":\"raft\",\"msg\":\"newRaft 8e9e05c52164694d"
                        + " [peers: [1a2b,3c4d], term: 3, commit: 41, applied: 10, lastindex: 43,"
                        + " lastterm: 3]\"}")))
        .contains(43L);
  }

  @Test
  void aMemberThatBeganEmptyHadNoEntry() {
    assertThat(
            ClaimDirectories.lastIndex(
                Stream.of(
                    "raft: newRaft 8e9e05c52164694d [peers: [], term: 0, commit: 0, applied: 0,"
                        + " lastindex: 0, lastterm: 0]")))
        .contains(0L);
  }

  @Test
  void aLogWithoutItsBeginningTellsNothing() {
    assertThat(ClaimDirectories.lastIndex(Stream.of("raft2026 elected leader"))).isEmpty();
  }
}
