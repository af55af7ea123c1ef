package io.quorate.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class SshLoginTest extends OnEmbeddedHost {
  @Test
  void aKeyThatIsNotAcceptedIsNamedWithItsUser() {
    host.takesNothing();
    assertThatThrownBy(() -> hello(host.target()))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining(
            "does not take the key " + ShownKey.fingerprint(host.userKey.getPublic()))
        .hasMessageContaining(host.identity + " for user ops")
        .hasMessageContaining("~ops/.ssh/authorized_keys");
  }

  @Test
  void anRsaKeyLogsIn() {
    host.takes(Keys.RSA.getPublic());
    hello(with(Keys.write(Keys.RSA, folder.resolve("rsa"))));
  }

  @Test
  void aKeyWithAPassphraseIsAFault() {
    assertThatThrownBy(() -> hello(with(Keys.encrypted(host.userKey, folder.resolve("locked")))))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("has a passphrase");
  }

  @Test
  void aMissingKeyAndAFileThatIsNoneAreFaults() throws Exception {
    assertThatThrownBy(() -> hello(with(folder.resolve("nowhere"))))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("nowhere is missing");
    Path text = Files.writeString(folder.resolve("text"), "no key, and secret");
    assertThatThrownBy(() -> hello(with(text)))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("holds no private key")
        .hasMessageNotContaining("secret");
  }

  @Test
  void withoutAnyKeyTheWayOutIsSaid() {
    assertThatThrownBy(() -> hello(host.target(Optional.empty(), List.of(), false)))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("name one as identityFile");
  }

  @Test
  void theKeyInTheHomeDirectoryIsTheStandard() throws Exception {
    Files.createDirectories(folder.resolve(".ssh"));
    Files.copy(host.identity, folder.resolve(".ssh/id_ed25519"));
    hello(host.target(Optional.empty(), List.of(), false));
  }

  @Test
  void theAgentSignsWithEd25519AndRsa() throws Exception {
    for (KeyPair pair : List.of(host.userKey, Keys.RSA)) {
      host.takesNothing();
      host.takes(pair.getPublic());
      try (var agent = new EmbeddedAgent(Path.of("/tmp"), pair);
          var mine = new SshHosts(folder, Optional.of(agent.socket))) {
        hello(mine, host.target(Optional.empty(), List.of(), false));
      }
    }
  }

  @Test
  void anAgentThatIsGoneIsSaidWhereItMatters() {
    try (var mine = new SshHosts(folder, Optional.of(folder.resolve("gone")))) {
      assertThatThrownBy(() -> hello(mine, host.target(Optional.empty(), List.of(), false)))
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining("gone could not be asked");
    }
  }

  @Test
  void aHostThatRefusesConnectionsMayBeBackLater() throws Exception {
    host.close();
    assertThatThrownBy(() -> hello(host.target()))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("cannot be reached: it refuses connections there");
  }

  @Test
  void aNameWithoutAnAddressMayGetOneLater() {
    var target = host.target("no.such.host.invalid", 22);
    assertThatThrownBy(() -> hello(target))
        .isInstanceOf(Failure.Transient.class)
        .hasMessageContaining("no.such.host.invalid has no address");
  }

  @Test
  void aServerThatSaysNothingIsWaitedForNoLongerThanTheScript() throws Exception {
    try (var silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      var target = host.target("127.0.0.1", silent.getLocalPort());
      assertThatThrownBy(() -> hello(hosts, target, Duration.ofSeconds(1)))
          .isInstanceOf(Failure.Transient.class)
          .hasMessageContaining("was not there in time");
    }
  }

  @Test
  void anIpv6AddressIsAHostAsWell() throws Exception {
    EmbeddedHost six;
    try {
      new ServerSocket(0, 1, InetAddress.getByName("::1")).close();
      six = new EmbeddedHost(folder.resolve("six"), "::1");
    } catch (IOException e) {
      Assumptions.abort("there is no IPv6 on this machine");
      return;
    }
    try (six) {
      hello(six.target());
    }
  }

  @Test
  void twoHostsAreTwoConnections() throws Exception {
    try (var other = new EmbeddedHost(folder.resolve("other"))) {
      hello(host.target());
      hello(other.target());
      host.cut();
      hello(other.target());
      assertThat(other.logins.get()).isEqualTo(1);
      assertThat(hosts.host(host.target())).isSameAs(hosts.host(host.target()));
    }
  }

  /** A channel that is not opened in 5 s is how it is found out; nothing was asked before. */
  @Test
  void aSilentConnectionIsReplacedWithinTheTimeOfALook() throws Exception {
    try (var link = new FrozenLink(host.server.getPort())) {
      var target = host.target("127.0.0.1", link.port());
      host.knows("[127.0.0.1]:" + link.port() + " " + Keys.line(host.hostKey.getPublic()));
      hello(target);
      link.freeze();
      hello(target);
      assertThat(host.logins.get()).isEqualTo(2);
    }
  }

  @Test
  void aConnectionThatNobodyUsesIsClosedAndOpenedAnewForTheNextScript() {
    Duration soon = Duration.ofSeconds(1);
    try (var mine =
        new SshHosts(folder, Optional.empty(), new Fetching(folder.resolve("fetched")), soon)) {
      hello(mine, host.target());
      hello(mine, host.target());
      assertThat(host.logins.get()).as("kept between two uses").isEqualTo(1);
      Waiting.until(() -> host.sessions() == 0);
      hello(mine, host.target());
      assertThat(host.logins.get()).isEqualTo(2);
    }
  }

  @Test
  void aConnectionWithAScriptThatRunsLongIsKept() {
    Duration soon = Duration.ofMillis(50);
    try (var mine =
        new SshHosts(folder, Optional.empty(), new Fetching(folder.resolve("fetched")), soon)) {
      var ended =
          mine.host(host.target())
              .shell()
              .run(
                  new Script("slow", "sleep 0.5; echo whole"),
                  List.of(),
                  Shell.Reply.NONE,
                  Duration.ofSeconds(20));
      assertThat(ended.output()).isEqualTo("whole\n");
      assertThat(host.logins.get()).isEqualTo(1);
    }
  }

  @Test
  void twoQuoratesShareAHost() {
    try (var second = new SshHosts(folder, Optional.empty())) {
      hello(hosts, host.target());
      hello(second, host.target());
      assertThat(host.sessions()).isEqualTo(2);
    }
  }

  private SshTarget with(Path key) {
    return host.target(Optional.of(key), List.of(), false);
  }

  private void hello(SshTarget target) {
    hello(hosts, target);
  }

  private static void hello(SshHosts hosts, SshTarget target) {
    hello(hosts, target, Duration.ofSeconds(20));
  }

  private static void hello(SshHosts hosts, SshTarget target, Duration limit) {
    hosts.host(target).shell().run(new Script("hello", ":"), List.of(), Shell.Reply.NONE, limit);
  }
}
