package io.quorate.lab.fleet;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Listener for {@code /metrics} of all members, who are told apart as those of the fleet. */
final class MetricsListener {
  private static final int LONGEST_QUESTION = 8_192;

  private final Channel channel;

  /**
   * Listens on a free port of every address.
   *
   * @param pages counts how often each member was asked for its page
   * @param handshakes counts those of TLS
   */
  MetricsListener(
      EventLoopGroup threads,
      Optional<SslContext> tls,
      PlayedTroubles troubles,
      CallCounts pages,
      Handshakes handshakes) {
    MetricsAnswers answers = new MetricsAnswers(troubles);
    ServerBootstrap listener =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 4_096)
            .childOption(ChannelOption.SO_LINGER, 0)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel opened) {
                    opened.pipeline().addLast(new HandshakeCount(handshakes));
                    tls.ifPresent(
                        context -> opened.pipeline().addLast(context.newHandler(opened.alloc())));
                    opened
                        .pipeline()
                        .addLast(
                            new HttpServerCodec(),
                            new HttpServerKeepAliveHandler(),
                            new HttpObjectAggregator(LONGEST_QUESTION),
                            new Connection(answers, troubles, pages, handshakes));
                  }
                });
    this.channel =
        listener.bind(new InetSocketAddress("0.0.0.0", 0)).syncUninterruptibly().channel();
  }

  int port() {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  /** Answers the requests of a connection in turn. */
  private static final class Connection extends SimpleChannelInboundHandler<FullHttpRequest> {
    private final MetricsAnswers answers;
    private final PlayedTroubles troubles;
    private final CallCounts pages;
    private final Handshakes handshakes;

    Connection(
        MetricsAnswers answers, PlayedTroubles troubles, CallCounts pages, Handshakes handshakes) {
      this.answers = answers;
      this.troubles = troubles;
      this.pages = pages;
      this.handshakes = handshakes;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest question) {
      if (!question.uri().equals("/metrics")) {
        send(
            context,
            new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NOT_FOUND));
        return;
      }
      FleetAddress member = FleetAddress.called(context.channel().localAddress());
      boolean compressed =
          question.headers().contains(HttpHeaderNames.ACCEPT_ENCODING, "gzip", true);
      if (troubles.resets()) {
        handshakes.excuse(member);
        ChannelFuture ended = context.pipeline().firstContext().close();
        assert !ended.isCancelled();
        return;
      }
      pages.count(member, System.nanoTime());
      if (!troubles.isSilent(member)) {
        ScheduledFuture<?> answer =
            context
                .executor()
                .schedule(
                    () -> send(context, answers.of(member, compressed)),
                    troubles.delayMicros(),
                    TimeUnit.MICROSECONDS);
        assert !answer.isCancelled();
      }
    }

    private static void send(ChannelHandlerContext context, FullHttpResponse answer) {
      answer.headers().set(HttpHeaderNames.CONTENT_LENGTH, answer.content().readableBytes());
      ChannelFuture sent = context.writeAndFlush(answer);
      assert !sent.isCancelled();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable broken) {
      ChannelFuture ended = context.close();
      assert !ended.isCancelled();
    }
  }
}
