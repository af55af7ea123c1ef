package io.quorate.ssh;

import io.quorate.port.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.future.CancelOption;
import org.apache.sshd.common.util.net.SshdSocketAddress;

/**
 * Logs in to a target, hop by hop: each hop has its own check of the host key, and the next one is
 * reached through it.
 */
final class Connecting {
  static final Duration CONNECT = Duration.ofSeconds(5);
  static final Duration LOGIN = Duration.ofSeconds(10);

  /** Of a name with more addresses only the first ones are tried, so that the time is limited. */
  private static final int MOST_ADDRESSES = 3;

  private final SshClient client;
  private final SshTarget target;
  private final KnownHosts known;
  private final Identities identities;
  private final Duration idle;

  /**
   * A way to the target.
   *
   * @param idle time after its last use when the connection ends
   */
  Connecting(
      SshClient client, SshTarget target, Path home, Optional<Path> agentSocket, Duration idle) {
    this.client = client;
    this.target = target;
    this.idle = idle;
    this.identities = Identities.of(target, home, agentSocket);
    this.known =
        KnownHosts.read(target.knownHosts().orElse(home.resolve(".ssh").resolve("known_hosts")));
  }

  /**
   * Opens the connection.
   *
   * @throws Failure.Fault where host key, user key or configuration is wrong
   * @throws Failure.Transient where a hop cannot be reached now
   */
  Connection open() {
    var sessions = new ArrayList<ClientSession>();
    List<SshHop> hops = target.hops();
    try {
      for (SshHop hop : hops) {
        List<SshHop> before = hops.subList(0, sessions.size());
        sessions.add(before.isEmpty() ? direct(hop) : through(sessions.getLast(), hop, before));
      }
      return new Connection(target.host(), sessions, idle);
    } catch (RuntimeException e) {
      sessions.forEach(each -> each.close(true));
      throw e;
    }
  }

  private ClientSession direct(SshHop hop) {
    Failure.Transient last = new Failure.Unreached(hop.place() + " has no address");
    List<InetAddress> addresses = addresses(hop);
    for (InetAddress address : addresses.subList(0, Math.min(MOST_ADDRESSES, addresses.size()))) {
      var check = new HostKeyCheck(known, hop);
      try {
        var session = connected(hop, new InetSocketAddress(address, hop.port()), check);
        return loggedIn(session, hop, check, "");
      } catch (Failure.Transient e) {
        last = e;
      }
    }
    throw last;
  }

  /**
   * The next hop through a port of this machine that the session forwards. Other users of this
   * machine could connect to it as well, so it is closed as soon as it has served its purpose.
   */
  private ClientSession through(ClientSession via, SshHop hop, List<SshHop> before) {
    var check = new HostKeyCheck(known, hop);
    String way = " through " + before.getLast().place();
    try (var forwarded =
        via.createLocalPortForwardingTracker(
            new SshdSocketAddress("127.0.0.1", 0),
            new SshdSocketAddress(hop.address(), hop.port()))) {
      InetSocketAddress here = forwarded.getBoundAddress().toInetSocketAddress();
      return loggedIn(connected(hop, here, check), hop, check, way);
    } catch (IOException e) {
      throw new Failure.Unreached(
          "%s cannot be reached%s: %s".formatted(hop.place(), way, Troubles.words(e)), e);
    }
  }

  private static List<InetAddress> addresses(SshHop hop) {
    try {
      return List.of(InetAddress.getAllByName(hop.address()));
    } catch (UnknownHostException e) {
      throw new Failure.Unreached("the name " + hop.address() + " has no address now", e);
    }
  }

  private ClientSession connected(SshHop hop, InetSocketAddress address, HostKeyCheck check) {
    var context =
        AttributeRepository.ofAttributesMap(
            Map.of(HostKeyCheck.OF_SESSION, check, Identities.OF_SESSION, identities));
    try {
      var connect =
          client
              .connect(hop.user(), address, context, null)
              .verify(CONNECT, CancelOption.CANCEL_ON_TIMEOUT);
      if (!connect.isConnected()) {
        throw new SshException("it did not answer within " + CONNECT.toSeconds() + " s");
      }
      return connect.getClientSession();
    } catch (IOException | RuntimeException e) {
      throw new Failure.Unreached(
          "%s cannot be reached: %s".formatted(hop.place(), Troubles.words(e)), e);
    }
  }

  private ClientSession loggedIn(
      ClientSession session, SshHop hop, HostKeyCheck check, String way) {
    boolean done = false;
    try {
      // A time limit that is spent cancels, which is no exception.
      done = session.auth().verify(LOGIN, CancelOption.CANCEL_ON_TIMEOUT).isSuccess();
      if (!done) {
        throw new SshException("it did not answer within " + LOGIN.toSeconds() + " s");
      }
      return session;
    } catch (IOException | RuntimeException e) {
      throw notLoggedIn(hop, check, way, e);
    } finally {
      if (!done) {
        session.close(true);
      }
    }
  }

  private Failure notLoggedIn(SshHop hop, HostKeyCheck check, String way, Exception e) {
    if (check.objection().isPresent()) {
      return new Failure.Fault(check.objection().get(), e);
    }
    String said = Troubles.words(e);
    if (said.contains("No more authentication methods")
        || said.contains("Too many authentication failures")) {
      return new Failure.Fault(identities.refusal(hop), e);
    }
    if (e instanceof SshException && said.contains("Unable to negotiate")) {
      return new Failure.Fault(
          "%s and Quorate have no algorithm in common: %s".formatted(hop.place(), said), e);
    }
    // It answered, so its host is not off.
    return new Failure.Transient(
        "%s did not let %s log in%s: %s".formatted(hop.place(), hop.user(), way, said), e);
  }
}
