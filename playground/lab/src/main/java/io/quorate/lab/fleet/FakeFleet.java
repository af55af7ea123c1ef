package io.quorate.lab.fleet;

import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.concurrent.Future;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/**
 * Members of etcd without machines: one listener, on which each member is told apart by the
 * loopback address that was called. They answer {@code Status} over gRPC with what real members of
 * 3.4 to 3.7 said, list their members, raise no alarm, and serve their pages of metrics at a port
 * beside it.
 */
final class FakeFleet implements AutoCloseable {
  static final MethodDescriptor<byte[], byte[]> STATUS = method("Maintenance/Status");
  private static final MethodDescriptor<byte[], byte[]> ALARM = method("Maintenance/Alarm");
  private static final MethodDescriptor<byte[], byte[]> RANGE = method("KV/Range");
  private static final MethodDescriptor<byte[], byte[]> LIST = method("Cluster/MemberList");

  private final List<RecordedStatus> recorded = RecordedStatus.all();
  private final CallCounts counts = CallCounts.ofQuestions();
  private final CallCounts pages = CallCounts.ofPages();
  private final Handshakes handshakes = new Handshakes();
  private final ListeningChannel listening = new ListeningChannel(handshakes);
  private final ScheduledExecutorService delays = Executors.newScheduledThreadPool(1);
  private final MultiThreadIoEventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final PlayedTroubles troubles;
  private final Server server;
  private final MetricsListener metrics;

  /**
   * Listens on a free port of every address.
   *
   * @param certificate of all members; empty: without TLS
   */
  FakeFleet(Troubles troubles, Optional<FleetCertificate> certificate) throws IOException {
    this.troubles = new PlayedTroubles(troubles);
    NettyServerBuilder listener =
        NettyServerBuilder.forAddress(new InetSocketAddress("0.0.0.0", 0))
            .channelFactory(() -> listening)
            .bossEventLoopGroup(threads)
            .workerEventLoopGroup(threads)
            .withOption(ChannelOption.SO_BACKLOG, 4_096)
            .withChildOption(ChannelOption.SO_LINGER, 0)
            .directExecutor()
            .addService(
                ServerServiceDefinition.builder("etcdserverpb.Maintenance")
                    .addMethod(STATUS, (call, headers) -> taken(call, FakeFleet::status))
                    .addMethod(ALARM, (call, headers) -> taken(call, RecordedStatus::headerOf))
                    .build())
            .addService(
                ServerServiceDefinition.builder("etcdserverpb.KV")
                    .addMethod(RANGE, (call, headers) -> taken(call, RecordedStatus::headerOf))
                    .build())
            .addService(
                ServerServiceDefinition.builder("etcdserverpb.Cluster")
                    .addMethod(LIST, (call, headers) -> taken(call, this::members))
                    .build());
    Optional<SslContext> https = Optional.empty();
    if (certificate.isPresent()) {
      FleetCertificate files = certificate.get();
      listener.sslContext(GrpcSslContexts.configure(tls(files), SslProvider.JDK).build());
      https = Optional.of(tls(files).sslProvider(SslProvider.JDK).build());
    }
    this.server = listener.build().start();
    this.metrics = new MetricsListener(threads, https, this.troubles, pages, handshakes);
  }

  private static MethodDescriptor<byte[], byte[]> method(String name) {
    return MethodDescriptor.<byte[], byte[]>newBuilder()
        .setType(MethodDescriptor.MethodType.UNARY)
        .setFullMethodName("etcdserverpb." + name)
        .setRequestMarshaller(new Bytes())
        .setResponseMarshaller(new Bytes())
        .build();
  }

  private static byte[] status(RecordedStatus recorded, FleetAddress member) {
    return recorded.of(member, new FleetAddress(member.cluster(), 0));
  }

  private byte[] members(RecordedStatus recorded, FleetAddress member) {
    return recorded.listOf(member, port());
  }

  private static SslContextBuilder tls(FleetCertificate files) {
    return SslContextBuilder.forServer(files.certificate().toFile(), files.key().toFile());
  }

  int port() {
    return server.getPort();
  }

  /** The port of all members for {@code /metrics}: with TLS where the other one has it. */
  int metricsPort() {
    return metrics.port();
  }

  CallCounts counts() {
    return counts;
  }

  /** Questions for pages of metrics. */
  CallCounts pages() {
    return pages;
  }

  Handshakes handshakes() {
    return handshakes;
  }

  PlayedTroubles troubles() {
    return troubles;
  }

  private ServerCall.Listener<byte[]> taken(
      ServerCall<byte[], byte[]> call, BiFunction<RecordedStatus, FleetAddress, byte[]> reply) {
    call.request(1);
    return new ServerCall.Listener<>() {
      @Override
      public void onHalfClose() {
        asked(call, reply);
      }
    };
  }

  private void asked(
      ServerCall<byte[], byte[]> call, BiFunction<RecordedStatus, FleetAddress, byte[]> reply) {
    FleetAddress member = FleetAddress.called(address(call, true));
    if (call.getMethodDescriptor() == STATUS) {
      counts.count(member, System.nanoTime());
    }
    if (troubles.isSilent(member)) {
      return;
    }
    if (troubles.resets()) {
      handshakes.excuse(member);
      listening.reset(address(call, false));
      return;
    }
    ScheduledFuture<?> answer =
        delays.schedule(
            () -> answer(call, member, reply), troubles.delayMicros(), TimeUnit.MICROSECONDS);
    assert !answer.isCancelled();
  }

  private void answer(
      ServerCall<byte[], byte[]> call,
      FleetAddress member,
      BiFunction<RecordedStatus, FleetAddress, byte[]> reply) {
    if (call.isCancelled()) {
      return;
    }
    RecordedStatus status = recorded.get(member.cluster() % recorded.size());
    call.sendHeaders(new Metadata());
    call.sendMessage(reply.apply(status, member));
    call.close(Status.OK, new Metadata());
  }

  private static SocketAddress address(ServerCall<?, ?> call, boolean local) {
    return Objects.requireNonNull(
        call.getAttributes()
            .get(local ? Grpc.TRANSPORT_ATTR_LOCAL_ADDR : Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
  }

  @Override
  public void close() {
    server.shutdownNow();
    delays.shutdownNow();
    Future<?> ended = threads.shutdownGracefully();
    assert !ended.isCancelled();
  }

  /** Messages as they are on the wire. */
  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream message) {
      try {
        return message.readAllBytes();
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }
  }
}
