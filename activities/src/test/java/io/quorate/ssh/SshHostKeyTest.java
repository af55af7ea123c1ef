package io.quorate.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.quorate.port.Failure;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.client.config.hosts.KnownHostDigest;
import org.apache.sshd.client.config.hosts.KnownHostHashValue;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.junit.jupiter.api.Test;

/** A host is believed only when {@code known_hosts} has the key that it shows. */
class SshHostKeyTest extends OnEmbeddedHost {
  @Test
  void anUnknownHostIsAFaultWithTheCommandThatAddsIt() {
    host.knows("[10.0.0.1]:22 " + Keys.line(host.hostKey.getPublic()));
    assertThatThrownBy(this::hello)
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("127.0.0.1 port %d is not in %s".formatted(port(), host.knownHosts))
        .hasMessageContaining(fingerprint())
        .hasMessageEndingWith(
            "then add it: echo '%s %s' >> %s".formatted(host.name(), shownKey(), host.knownHosts));
    assertThat(host.knownHosts).content().hasLineCount(1);
  }

  @Test
  void theCommandAddsTheKeyThatWasShownWhateverTheHostShowsMeanwhile() throws Exception {
    host.knows("# none");
    String command = advisedCommand("then add it: ");
    assertThat(run(command)).isZero();
    assertThat(host.knownHosts).content().isEqualTo("# none\n" + known() + "\n");
    Waiting.until(this::isBelieved);
  }

  @Test
  void theCommandMakesTheFolderThatOpenSshWouldHaveMade() throws Exception {
    Path none = host.folder.resolve("user/.ssh/known_hosts");
    SshTarget usual = host.target();
    var target =
        new SshTarget(
            usual.address(),
            usual.port(),
            usual.user(),
            usual.identityFile(),
            Optional.of(none),
            List.of(),
            false);
    String told = catchThrowableOfType(Failure.Fault.class, () -> hello(target)).getMessage();
    assertThat(run(told.substring(told.indexOf("mkdir")))).isZero();
    assertThat(Files.getPosixFilePermissions(none.getParent())).hasSize(3);
    Waiting.until(() -> isBelieved(target));
  }

  @Test
  void theCommandForAChangedKeyReplacesOnlyTheLineOfTheHost() throws Exception {
    host.knows("# hosts", host.name() + " " + Keys.line(Keys.ed25519().getPublic()));
    String command = advisedCommand("replace the line: ");
    assertThat(command).endsWith(" && echo '" + known() + "' >> " + host.knownHosts);
    assertThat(run(command)).isZero();
    assertThat(host.knownHosts).content().isEqualTo("# hosts\n" + known() + "\n");
    Waiting.until(this::isBelieved);
  }

  @Test
  void aMissingFileKnowsNoHost() throws Exception {
    Files.delete(host.knownHosts);
    assertThatThrownBy(this::hello)
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("which does not exist");
    assertThat(host.knownHosts).doesNotExist();
  }

  @Test
  void aChangedKeyIsAFaultWithTheLineAndTheCommandToReplaceIt() {
    host.knows("# hosts", host.name() + " " + Keys.line(Keys.ed25519().getPublic()));
    assertThatThrownBy(this::hello)
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("shows another host key (ssh-ed25519 " + fingerprint())
        .hasMessageContaining("than line 2 of " + host.knownHosts)
        .hasMessageContaining("ssh-keygen -R '%s' -f %s".formatted(host.name(), host.knownHosts));
  }

  /** The name of a host that leads to another machine meanwhile, which knows the user as well. */
  @Test
  void aMachineWithAnotherKeyIsRefusedAndRunsNoCommand() throws Exception {
    try (var other = new EmbeddedHost(folder.resolve("other"));
        var link = new FrozenLink(host.server.getPort())) {
      other.takes(host.userKey.getPublic());
      host.knows("[127.0.0.1]:" + link.port() + " " + Keys.line(host.hostKey.getPublic()));
      var target = host.target("127.0.0.1", link.port());
      hello(target);
      link.leadTo(other.server.getPort());
      Waiting.until(() -> isRefused(target));
      assertThatThrownBy(() -> hello(target))
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining("shows another host key")
          .hasMessageContaining(ShownKey.fingerprint(other.hostKey.getPublic()));
      assertThat(other.mostAtOnce.get()).as("commands there").isZero();
    }
  }

  @Test
  void aRevokedKeyIsAFaultEvenWhereAnotherLineHasIt() {
    String key = Keys.line(host.hostKey.getPublic());
    host.knows(host.name() + " " + key, "@revoked * " + key);
    assertThatThrownBy(this::hello)
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("line 2 of " + host.knownHosts + " revokes");
  }

  @Test
  void aCertificateAuthorityIsNotRead() {
    host.knows("@cert-authority * " + Keys.line(host.hostKey.getPublic()));
    assertThatThrownBy(this::hello)
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("line 1 names a certificate authority: not read");
  }

  @Test
  void aHashedNameIsFound() throws Exception {
    byte[] salt = new byte[20];
    var hash =
        KnownHostHashValue.calculateHashValue(
            "127.0.0.1", port(), KnownHostDigest.SHA1.create(), salt);
    var hashed = new KnownHostHashValue();
    hashed.setDigester(KnownHostDigest.SHA1);
    hashed.setSaltValue(salt);
    hashed.setDigestValue(hash);
    host.knows(hashed + " " + Keys.line(host.hostKey.getPublic()));
    hello();
  }

  @Test
  void aLineWithoutThePortCountsAndBrokenLinesArePassedOver() {
    host.knows("garbage", "", "127.0.0.* " + Keys.line(host.hostKey.getPublic()) + " a comment\r");
    hello();
  }

  @Test
  void aHostOfManyKeysShowsTheOneThatIsKnown() {
    host.server.setKeyPairProvider(KeyPairProvider.wrap(host.hostKey, Keys.RSA));
    host.knows(host.name() + " " + Keys.line(Keys.RSA.getPublic()));
    hello();
  }

  @Test
  void aLineThatWasAddedCountsAtOnce() {
    host.knows("# none");
    assertThatThrownBy(this::hello).isInstanceOf(Failure.Fault.class);
    host.knows(host.name() + " " + Keys.line(host.hostKey.getPublic()));
    Waiting.until(this::isBelieved);
  }

  @Test
  void anUntrustedHostGetsFewLoginsAndEachFailureNamesTheKey() {
    host.knows("# none");
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(this::hello)
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining(fingerprint());
    }
    assertThat(host.logins.get()).isLessThanOrEqualTo(2);
  }

  private void hello() {
    hello(host.target());
  }

  private void hello(SshTarget target) {
    hosts
        .host(target)
        .shell()
        .run(new Script("hello", ":"), List.of(), Shell.Reply.NONE, Duration.ofSeconds(20));
  }

  private boolean isBelieved() {
    return isBelieved(host.target());
  }

  private boolean isBelieved(SshTarget target) {
    try {
      hello(target);
      return true;
    } catch (Failure.Fault e) {
      return false;
    }
  }

  /** Not the end of the connection of before, which was cut a moment ago. */
  private boolean isRefused(SshTarget target) {
    try {
      return !isBelieved(target);
    } catch (Failure.Transient e) {
      return false;
    }
  }

  /** What a person would copy out of the refusal, from these words on. */
  private String advisedCommand(String words) {
    String told = catchThrowableOfType(Failure.Fault.class, this::hello).getMessage();
    return told.substring(told.indexOf(words) + words.length());
  }

  private static int run(String command) throws Exception {
    return new ProcessBuilder("sh", "-c", command).start().waitFor();
  }

  private String known() {
    return host.name() + " " + shownKey();
  }

  private String shownKey() {
    return Keys.line(host.hostKey.getPublic());
  }

  private int port() {
    return host.server.getPort();
  }

  private String fingerprint() {
    return KeyUtils.getFingerPrint(BuiltinDigests.sha256, host.hostKey.getPublic());
  }
}
