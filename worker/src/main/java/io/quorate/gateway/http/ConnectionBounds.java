package io.quorate.gateway.http;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;

/**
 * Bounds of the connections to the gateway, which shares its file descriptors with the worker: so
 * many in all, so many of one address beyond this machine, and so long until the first request is
 * complete. A connection beyond a bound is closed at once.
 */
final class ConnectionBounds extends AbstractLifeCycle implements Connection.Listener {
  private final Server server;
  private final int most;
  private final int mostOfOneAddress;
  private final Duration firstRequest;
  private final Map<Connection, Long> opened = new ConcurrentHashMap<>();

  /**
   * Creates bounds.
   *
   * @param most connections at the same time
   * @param mostOfOneAddress of them from one address that is not of this machine
   * @param firstRequest time until the headers of a connection's first request are complete
   */
  ConnectionBounds(Server server, int most, int mostOfOneAddress, Duration firstRequest) {
    this.server = server;
    this.most = most;
    this.mostOfOneAddress = mostOfOneAddress;
    this.firstRequest = firstRequest;
  }

  @Override
  public void onOpened(Connection connection) {
    opened.put(connection, System.nanoTime());
    Optional<InetSocketAddress> address = address(connection);
    if (address.isPresent() && isOver(address.get())) {
      connection.getEndPoint().close();
    }
  }

  @Override
  public void onClosed(Connection connection) {
    opened.remove(connection);
  }

  private boolean isOver(InetSocketAddress newest) {
    int all = 0;
    int same = 0;
    for (Connection each : opened.keySet()) {
      Optional<InetSocketAddress> address = address(each);
      all += address.isPresent() ? 1 : 0;
      same += address.filter(one -> isSameHost(one, newest)).isPresent() ? 1 : 0;
    }
    return all > most || (same > mostOfOneAddress && !newest.getAddress().isLoopbackAddress());
  }

  private static boolean isSameHost(InetSocketAddress one, InetSocketAddress other) {
    return one.getAddress().equals(other.getAddress());
  }

  /** Returns the peer of a connection that has a socket; TLS has one more connection on top. */
  private static Optional<InetSocketAddress> address(Connection connection) {
    SocketAddress peer =
        connection.getEndPoint() instanceof SocketChannelEndPoint socket
            ? socket.getRemoteSocketAddress()
            : null;
    return peer instanceof InetSocketAddress address ? Optional.of(address) : Optional.empty();
  }

  /** Closes connections without a first request; a connection that does not count has -1. */
  private void closeSlow() {
    long now = System.nanoTime();
    opened.forEach(
        (connection, since) -> {
          if (connection.getMessagesIn() == 0 && now - since > firstRequest.toNanos()) {
            connection.getEndPoint().close();
          }
        });
    lookAgain();
  }

  private void lookAgain() {
    if (isRunning() || isStarting()) {
      server
          .getScheduler()
          .schedule(this::closeSlow, firstRequest.toMillis() / 2, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    for (Connector connector : server.getConnectors()) {
      ((ServerConnector) connector).addBean(this, false);
    }
    lookAgain();
  }
}
