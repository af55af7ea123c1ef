package io.quorate.lab.fleet;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Listener with a register of its connections, because gRPC gives no connection away. */
final class ListeningChannel extends NioServerSocketChannel {
  private final Map<SocketAddress, Channel> byClient = new ConcurrentHashMap<>();
  private final Handshakes handshakes;

  ListeningChannel(Handshakes handshakes) {
    this.handshakes = handshakes;
  }

  @Override
  protected int doReadMessages(List<Object> accepted) throws Exception {
    int number = super.doReadMessages(accepted);
    // Several calls fill one list.
    for (Object each : accepted.subList(accepted.size() - number, accepted.size())) {
      if (each instanceof Channel connection) {
        SocketAddress client = connection.remoteAddress();
        connection.pipeline().addFirst(new HandshakeCount(handshakes));
        byClient.put(client, connection);
        ChannelFuture ends =
            connection.closeFuture().addListener(closed -> byClient.remove(client, connection));
        assert !ends.isCancelled();
      }
    }
    return number;
  }

  /** Ends the connection of this client at once, past gRPC, which would say goodbye. */
  void reset(SocketAddress client) {
    Channel connection = byClient.get(client);
    if (connection != null) {
      ChannelFuture ended = connection.pipeline().firstContext().close();
      assert !ended.isCancelled();
    }
  }
}
