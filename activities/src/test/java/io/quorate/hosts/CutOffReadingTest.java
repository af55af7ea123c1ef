package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.datadir.Depth;
import io.quorate.datadir.Expected;
import io.quorate.datadir.Verdict;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data whose reading breaks off: that says nothing of the data. */
class CutOffReadingTest {
  @TempDir private Path member;

  @Test
  void aConnectionThatBreaksIsTriedAgainAndMakesNoSourceUseless() {
    assertThatThrownBy(() -> read(new CutOff(false)))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("on 10.0.0.1 could not be read to the end");
  }

  @Test
  void onThisMachineItIsAVerdictAsBefore() {
    assertThat(read(new CutOff(true))).isEqualTo(Verdict.UNREADABLE);
  }

  private Verdict read(Host host) {
    MemberScripts usual = StartAndWait.host("m1", member);
    var scripts = new MemberScripts(usual.member(), host, usual.limits());
    return new Scratch(scripts, Scratch.Purpose.SALVAGE, "payments.1")
        .read("/data", Optional.empty(), Expected.anybody(6), Depth.FULL)
        .verdict();
  }

  private record CutOff(boolean isThisMachine) implements Host {
    @Override
    public String name() {
      return "10.0.0.1";
    }

    @Override
    public Shell shell() {
      return new LocalShell();
    }

    @Override
    public ReadOnlyDirectory directory(String path) {
      return new UnreadableDirectory(new IOException("the channel is closed"));
    }
  }
}
