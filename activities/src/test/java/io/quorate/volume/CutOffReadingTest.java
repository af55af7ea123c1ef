package io.quorate.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.data.DataVerdict;
import io.quorate.datadir.Depth;
import io.quorate.datadir.Expected;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.hosts.MemberScripts;
import io.quorate.hosts.StartAndWait;
import io.quorate.hosts.UnreadableDirectory;
import io.quorate.port.Failure;
import io.quorate.shell.Host;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data whose reading breaks off: that says nothing of the data. */
class CutOffReadingTest {
  private static final IOException CLOSED = new IOException("the channel is closed");

  @TempDir private Path member;

  @Test
  void aConnectionThatBreaksIsTriedAgainAndMakesNoSourceUseless() {
    assertThatThrownBy(() -> read(new Broken(false, CLOSED)))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("on 10.0.0.1 could not be read to the end");
  }

  @Test
  void onThisMachineItIsAVerdictAsBefore() {
    assertThat(read(new Broken(true, CLOSED))).isEqualTo(DataVerdict.UNREADABLE);
  }

  /** A retry gives no rights, so the reading is not tried again. */
  @Test
  void dataThatMustNotBeReadIsAVerdictOnEveryMachine() {
    var denied = new AccessDeniedException("member/wal");
    assertThat(read(new Broken(false, denied))).isEqualTo(DataVerdict.FORBIDDEN);
    assertThat(read(new Broken(true, denied))).isEqualTo(DataVerdict.FORBIDDEN);
  }

  private DataVerdict read(Host host) {
    MemberScripts usual = StartAndWait.host("m1", member);
    var scripts = new MemberScripts(usual.member(), host, usual.limits());
    return new Scratch(scripts.volume(), Scratch.Purpose.SALVAGE, "payments.1")
        .read("/data", Optional.empty(), Expected.anybody(6), Depth.FULL)
        .verdict();
  }

  private record Broken(boolean isThisMachine, IOException why) implements Host {
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
      return new UnreadableDirectory(why);
    }
  }
}
