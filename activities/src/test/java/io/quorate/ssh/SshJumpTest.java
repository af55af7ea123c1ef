package io.quorate.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.server.forward.RejectAllForwardingFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that is reached through another one. */
class SshJumpTest {
  @TempDir private Path folder;
  private EmbeddedHost jump;
  private EmbeddedHost host;
  private SshHosts hosts;

  @BeforeEach
  void start() throws IOException {
    jump = new EmbeddedHost(folder.resolve("jump"));
    host = new EmbeddedHost(folder.resolve("host"));
    jump.takes(host.userKey.getPublic());
    Files.write(
        host.knownHosts,
        List.of(jump.name() + " " + Keys.line(jump.hostKey.getPublic())),
        StandardOpenOption.APPEND);
    hosts = new SshHosts(folder, Optional.empty());
  }

  @AfterEach
  void end() throws Exception {
    hosts.close();
    host.close();
    jump.close();
  }

  @Test
  void scriptsRunBehindTheJumpHost() {
    assertThat(hello("ops@127.0.0.1:" + jump.server.getPort())).isEqualTo("hello\n");
    assertThat(hello("ops@127.0.0.1:" + jump.server.getPort())).isEqualTo("hello\n");
    assertThat(jump.logins.get()).isEqualTo(1);
    assertThat(host.logins.get()).isEqualTo(1);
  }

  @Test
  void anEndOfTheJumpHostIsAnEndOfTheWay() {
    String way = "127.0.0.1:" + jump.server.getPort();
    hello(way);
    jump.cut();
    assertThat(hello(way)).isEqualTo("hello\n");
    Waiting.until(() -> host.sessions() == 1 && jump.sessions() == 1);
  }

  @Test
  void theKeyOfTheHostIsCheckedUnderItsOwnName() {
    host.knows(jump.name() + " " + Keys.line(jump.hostKey.getPublic()));
    assertThatThrownBy(() -> hello("127.0.0.1:" + jump.server.getPort()))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("127.0.0.1 port %d is not in".formatted(host.server.getPort()))
        .hasMessageContaining(
            "echo '%s %s' >> ".formatted(host.name(), Keys.line(host.hostKey.getPublic())));
  }

  @Test
  void theKeyOfTheJumpHostIsCheckedAsWell() {
    host.knows(host.name() + " " + Keys.line(host.hostKey.getPublic()));
    assertThatThrownBy(() -> hello("127.0.0.1:" + jump.server.getPort()))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("127.0.0.1 port %d is not in".formatted(jump.server.getPort()));
    assertThat(host.logins.get()).isZero();
  }

  @Test
  void aJumpHostThatDoesNotForwardIsNamed() {
    jump.server.setForwardingFilter(RejectAllForwardingFilter.INSTANCE);
    assertThatThrownBy(() -> hello("127.0.0.1:" + jump.server.getPort()))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("through 127.0.0.1 port " + jump.server.getPort());
  }

  private String hello(String way) {
    var target = host.target(Optional.of(host.identity), List.of(way), false);
    return hosts
        .host(target)
        .shell()
        .run(new Script("hello", "echo hello"), List.of(), Shell.Reply.NONE, Duration.ofSeconds(20))
        .output();
  }
}
