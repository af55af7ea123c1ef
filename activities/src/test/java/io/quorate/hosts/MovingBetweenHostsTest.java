package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.Host;
import io.quorate.shell.LocalHost;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A data directory on its way to another host, through the one that Quorate runs on. */
class MovingBetweenHostsTest extends MovingTest {
  private static final String TAKES =
      "timeout --foreground \"$sending_wait\" head -c \"$3\" >>\"$1\"";

  private Shell atTheNextPlace = new LocalShell();

  @Override
  Host host() {
    return new Elsewhere("10.0.0.1", new LocalHost());
  }

  /** One address is another machine behind another jump host, so a name tells nothing. */
  @Override
  Host hostOfNext() {
    return new Elsewhere(
        "10.0.0.1",
        new LocalHost(
            (script, arguments, reply, limit) ->
                atTheNextPlace.run(script, arguments, reply, limit)));
  }

  /** A file of 20 MB goes in three pieces; the second one is cut off. */
  @Test
  @Override
  void aCopyThatIsInterruptedEndsItsProcessesAndIsGoneOnWith() throws Exception {
    Path large = scratch.path("data/member/snap/large");
    byte[] content = new byte[20_000_000];
    new Random(1).nextBytes(content);
    Files.write(large, content);
    cutOffAt(8 << 20, 1000);
    Path part = scratch.path("next/member.copy/snap/large");
    assertThat(part).hasSize((8 << 20) + 1000);
    var pieces = new AtomicInteger();
    Shell real = new LocalShell();
    atTheNextPlace =
        (script, arguments, reply, limit) -> {
          if (script.name().equals("receive-piece") && arguments.contains("./snap/large")) {
            pieces.incrementAndGet();
          }
          return real.run(script, arguments, reply, limit);
        };
    copy();
    assertThat(pieces).as("what had arrived is not sent again").hasValue(2);
    assertThat(scratch.path("next/member/snap/large")).hasBinaryContent(content);
  }

  @Test
  void aPartThatArrivedWithOtherContentIsSentAgain() throws Exception {
    Path large = scratch.path("data/member/snap/large");
    byte[] content = new byte[9_000_000];
    Arrays.fill(content, (byte) 'x');
    Files.write(large, content);
    cutOffAt(0, 1_000_000);
    Path part = scratch.path("next/member.copy/snap/large");
    byte[] changed = Files.readAllBytes(part);
    changed[7] = 'y';
    Files.write(part, changed);
    atTheNextPlace = new LocalShell();
    copy();
    assertThat(scratch.path("next/member/snap/large")).hasBinaryContent(content);
  }

  /** A disk that keeps other bytes than it was given. */
  @Test
  void aCopyThatDiffersGetsNoName() throws IOException {
    Files.writeString(scratch.path("data/member/snap/large"), "aaaa");
    atTheNextPlace = changing("receive-piece", TAKES, "head -c \"$3\" | tr a b >>\"$1\"");
    assertThatThrownBy(this::copy)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("differs from")
        .hasMessageContaining("on 10.0.0.1");
    assertThat(scratch.path("next/member")).doesNotExist();
  }

  private void cutOffAt(int position, int further) {
    String cut = "case $1:$2 in */large:%d) head -c %d >>\"$1\"; kill -KILL $$ ;; esac; ";
    atTheNextPlace = changing("receive-piece", TAKES, cut.formatted(position, further) + TAKES);
    assertThatThrownBy(this::copy).isInstanceOf(Failure.class);
  }

  private static Shell changing(String name, String line, String instead) {
    Shell real = new LocalShell();
    return (script, arguments, reply, limit) -> {
      if (!script.name().equals(name)) {
        return real.run(script, arguments, reply, limit);
      }
      assertThat(script.text()).contains(line);
      return real.run(
          new Script(name, script.text().replace(line, instead)), arguments, reply, limit);
    };
  }
}
