package io.quorate.lab.fleet;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.net.SocketAddress;

/**
 * Counts the TLS handshake of one accepted connection, also where the client closes the connection
 * right after the handshake. The handler is the first of the pipeline, so the other handlers have
 * seen the bytes already.
 */
final class HandshakeCount extends ChannelInboundHandlerAdapter {
  private final Handshakes handshakes;
  private final long accepted = System.currentTimeMillis();

  HandshakeCount(Handshakes handshakes) {
    this.handshakes = handshakes;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    SocketAddress called = context.channel().localAddress();
    SslHandler tls = context.pipeline().get(SslHandler.class);
    context.fireChannelReadComplete();
    boolean done = tls != null && tls.handshakeFuture().isSuccess();
    if (done) {
      handshakes.count(FleetAddress.called(called), tls.engine().getSession(), accepted);
    }
    if ((done || tls == null) && !context.isRemoved()) {
      context.pipeline().remove(this);
    }
  }
}
