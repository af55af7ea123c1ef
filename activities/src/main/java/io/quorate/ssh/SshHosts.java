package io.quorate.ssh;

import io.quorate.port.Failure;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.cipher.BuiltinCiphers;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.core.CoreModuleProperties;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of this process that are reached over SSH. There is one client, and one connection for
 * each target: opened for the first question, shared by all callers, and closed after an idle
 * minute.
 */
public final class SshHosts implements AutoCloseable {
  private static final Duration IDLE = Duration.ofMinutes(1);

  /** Fastest first: with AES in hardware GCM moves four times what ChaCha20 does. */
  private static final List<BuiltinCiphers> CIPHERS =
      List.of(
          BuiltinCiphers.aes128gcm,
          BuiltinCiphers.aes256gcm,
          BuiltinCiphers.cc20p1305_openssh,
          BuiltinCiphers.aes128ctr,
          BuiltinCiphers.aes192ctr,
          BuiltinCiphers.aes256ctr);

  private final Path home;
  private final Optional<Path> agentSocket;
  private final Fetching fetching;
  private final Duration idle;
  private final Map<SshTarget, SshHost> hosts = new HashMap<>();
  private @Nullable SshClient client;
  private boolean closed;

  /**
   * Connects to nothing yet.
   *
   * @param home the home directory of Quorate's user, for {@code .ssh/known_hosts} and keys
   * @param agentSocket the socket of the user's agent ({@code SSH_AUTH_SOCK})
   */
  public SshHosts(Path home, Optional<Path> agentSocket) {
    this(home, agentSocket, Fetching.onThisMachine(), IDLE);
  }

  SshHosts(Path home, Optional<Path> agentSocket, Fetching fetching, Duration idle) {
    this.home = home;
    this.agentSocket = agentSocket;
    this.fetching = fetching;
    this.idle = idle;
  }

  /** The host of a target; the same one for equal targets. Connects only when it is used. */
  public synchronized SshHost host(SshTarget target) {
    return hosts.computeIfAbsent(
        target,
        each ->
            new SshHost(
                each,
                () -> new Connecting(client(), each, home, agentSocket, idle).open(),
                fetching));
  }

  /** Ends all connections. What runs on the hosts ends there by its own time limit. */
  @Override
  public synchronized void close() {
    closed = true;
    hosts.values().forEach(SshHost::close);
    if (client != null) {
      client.stop();
      client = null;
    }
  }

  synchronized SshClient client() {
    if (closed) {
      throw new Failure.Transient("the connections to hosts are being closed");
    }
    if (client == null) {
      client = started();
    }
    return client;
  }

  private static SshClient started() {
    SshClient client = SshClient.setUpDefaultClient();
    // Else ~/.ssh/config and the keys in ~/.ssh decide.
    client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
    client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
    client.setUserAuthFactories(List.of(Identities.login()));
    client.setAgentFactory(null);
    client.setCipherFactories(List.copyOf(CIPHERS));
    client.setServerKeyVerifier(
        (session, address, key) ->
            HostKeyCheck.of(session).map(check -> check.isTrusted(key)).orElse(false));
    client.addSessionListener(new Sorting());
    CoreModuleProperties.TCP_NODELAY.set(client, true);
    CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, Duration.ofSeconds(5));
    CoreModuleProperties.HEARTBEAT_NO_REPLY_MAX.set(client, 3);
    CoreModuleProperties.IO_CONNECT_TIMEOUT.set(client, Connecting.CONNECT);
    CoreModuleProperties.AUTH_TIMEOUT.set(client, Connecting.LOGIN);
    CoreModuleProperties.CHANNEL_OPEN_TIMEOUT.set(client, Connection.CHANNEL_OPEN);
    // The heartbeats end a dead session; they would keep a quiet one for ever (Connection).
    CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
    client.start();
    return client;
  }

  /** The first moment of a session, before it says which keys it wants to see. */
  private static final class Sorting implements SessionListener {
    @Override
    public void sessionCreated(Session session) {
      if (session instanceof ClientSession ours) {
        HostKeyCheck.of(ours).ifPresent(check -> check.sortSignatures(session));
      }
    }
  }
}
