package io.quorate.ssh;

import io.quorate.lab.machine.Lie;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.server.forward.AcceptAllForwardingFilter;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;

/** An SSH server on the loopback of this machine, whose commands are carried out by its shell. */
final class EmbeddedHost implements AutoCloseable {
  final KeyPair hostKey = Keys.ed25519();
  final KeyPair userKey = Keys.ed25519();
  final Path folder;
  final Path identity;
  final Path knownHosts;
  final Map<String, String> environment = new ConcurrentHashMap<>();
  final AtomicInteger logins = new AtomicInteger();
  final AtomicInteger mostAtOnce = new AtomicInteger();

  /** The number of commands that were started, without the commands of logins. */
  final AtomicInteger commands = new AtomicInteger();

  final SshServer server = SshServer.setUpDefaultServer();
  volatile String noise = "";

  /** The lie that this host tells; empty while it tells the truth. */
  volatile Optional<Lie> lie = Optional.empty();

  private final AtomicInteger running = new AtomicInteger();
  private final Set<String> taken = ConcurrentHashMap.newKeySet();

  EmbeddedHost(Path folder) {
    this(folder, "127.0.0.1");
  }

  EmbeddedHost(Path folder, String address) {
    this.folder = folder;
    server.setHost(address);
    server.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
    server.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
    server.setPublickeyAuthenticator(
        (user, key, session) -> user.equals("ops") && taken.contains(ShownKey.fingerprint(key)));
    server.setCommandFactory((channel, command) -> command(command));
    server.setForwardingFilter(AcceptAllForwardingFilter.INSTANCE);
    server.setSubsystemFactories(List.of(new SftpSubsystemFactory.Builder().build()));
    CoreModuleProperties.TCP_NODELAY.set(server, true);
    server.addSessionListener(new CountedLogins(logins));
    takes(userKey.getPublic());
    try {
      Files.createDirectories(folder);
      server.start();
      identity = Keys.write(userKey, folder.resolve("id"));
      knownHosts = folder.resolve("known_hosts");
      knows(name() + " " + Keys.line(hostKey.getPublic()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HostCommand command(String command) {
    commands.incrementAndGet();
    int now = running.incrementAndGet();
    mostAtOnce.accumulateAndGet(now, Math::max);
    String line = noise.isEmpty() ? command : noise + "\n" + command;
    String said = lie.map(each -> each.told(line)).orElse(line);
    return new HostCommand(said, environment, running::decrementAndGet);
  }

  /** The host in known_hosts. */
  String name() {
    return "[" + server.getHost() + "]:" + server.getPort();
  }

  void knows(String... lines) {
    try {
      Files.write(knownHosts, List.of(lines));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void takes(PublicKey key) {
    taken.add(ShownKey.fingerprint(key));
  }

  void takesNothing() {
    taken.clear();
  }

  SshTarget target() {
    return target(Optional.of(identity), List.of(), false);
  }

  SshTarget withSudo() {
    return target(Optional.of(identity), List.of(), true);
  }

  /** The target of this host's user at another address. */
  SshTarget target(String address, int port) {
    return new SshTarget(
        address, port, "ops", Optional.of(identity), Optional.of(knownHosts), List.of(), false);
  }

  SshTarget target(Optional<Path> key, List<String> jump, boolean sudo) {
    return new SshTarget(
        server.getHost(), server.getPort(), "ops", key, Optional.of(knownHosts), jump, sudo);
  }

  int sessions() {
    return server.getActiveSessions().size();
  }

  /** Ends all connections, as a reboot does; what runs goes on. */
  void cut() {
    server.getActiveSessions().forEach(each -> each.close(true));
  }

  @Override
  public void close() throws IOException {
    server.stop(true);
  }
}
