package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.Host;
import io.quorate.shell.LocalHost;
import io.quorate.volume.VolumeScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Logs with a directory of their own on their way to another host. */
class MovingLogsBetweenHostsTest extends MovingLogsTest {
  @Override
  Host host() {
    return new Elsewhere("10.0.0.1", new LocalHost());
  }

  @Override
  Host hostOfNext() {
    return new Elsewhere("10.0.0.2", new LocalHost());
  }

  /** One path on two hosts is two directories; here it is one all the same, and not empty. */
  @Test
  @Override
  void aSharedLogDirectoryOfBothPlacesIsRefused() throws IOException {
    logAt("wal", "wal");
    assertThatThrownBy(this::copy)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("is no copy of the log of");
  }

  /** The log of its own has its place before the data has its name, and is the member's then. */
  @Test
  void aPieceThatComesLateEmptiesNoLogThatHasTakenOver() throws IOException {
    logAt("wal", "next-wal");
    copy();
    Path segment;
    try (var files = Files.list(scratch.path("next-wal"))) {
      segment = files.findFirst().orElseThrow();
    }
    byte[] whole = Files.readAllBytes(segment);
    var late = List.of(scratch.at("next-wal"), "log", "./" + segment.getFileName(), "0", "4", "");
    assertThatThrownBy(
            () -> next().volume().underLock(VolumeScript.RECEIVE_PIECE, late, facts -> "go\nlate"))
        .isInstanceOf(Failure.Transient.class);
    assertThat(segment).hasBinaryContent(whole);
  }
}
