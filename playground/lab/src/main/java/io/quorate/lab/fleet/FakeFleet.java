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
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/**
 * Members of etcd without machines: one listener, on which each member is told apart by the
 * loopback address that was called. They answer {@code Status} over gRPC with what real members of
 * 3.4 to 3.7 said, list their members, raise no alarm, and serve no metrics.
 */
final class FakeFleet implements AutoCloseable {
  static final MethodDescriptor<byte[], byte[]> STATUS = method("Maintenance/Status");
  private static final MethodDescriptor<byte[], byte[]> ALARM = method("Maintenance/Alarm");
  private static final MethodDescriptor<byte[], byte[]> RANGE = method("KV/Range");
  private static final MethodDescriptor<byte[], byte[]> LIST = method("Cluster/MemberList");

  private final List<RecordedStatus> recorded = RecordedStatus.all();
  private final CallCounts counts = new CallCounts();
  private final Set<Integer> lost = ConcurrentHashMap.newKeySet();
  private final Set<Integer> lostMembers = ConcurrentHashMap.newKeySet();
  private final Random chance = new Random(35);
  private final ListeningChannel listening = new ListeningChannel();
  private final ScheduledExecutorService delays = Executors.newScheduledThreadPool(1);
  private final MultiThreadIoEventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());
  private final Troubles troubles;
  private final Server server;

  /**
   * Listens on a free port of every address.
   *
   * @param certificate of all members; empty: without TLS
   */
  FakeFleet(Troubles troubles, Optional<FleetCertificate> certificate) throws IOException {
    this.troubles = troubles;
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
    if (certificate.isPresent()) {
      listener.sslContext(tls(certificate.get()));
    }
    this.server = listener.build().start();
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

  private static SslContext tls(FleetCertificate files) throws IOException {
    return GrpcSslContexts.configure(
            SslContextBuilder.forServer(files.certificate().toFile(), files.key().toFile()),
            SslProvider.JDK)
        .build();
  }

  int port() {
    return server.getPort();
  }

  CallCounts counts() {
    return counts;
  }

  /** All members of the clusters in this zone hang from now on. */
  void lose(int zone) {
    lost.add(zone);
  }

  void bringBack(int zone) {
    lost.remove(zone);
  }

  /** The members with this number hang from now on, in all clusters. */
  void loseMember(int number) {
    lostMembers.add(number);
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
    if (isLost(member) || troubles.isHung(member)) {
      return;
    }
    if (troubles.resets(chance)) {
      counts.countReset();
      listening.reset(address(call, false));
      return;
    }
    ScheduledFuture<?> answer =
        delays.schedule(
            () -> answer(call, member, reply), Troubles.delayMicros(chance), TimeUnit.MICROSECONDS);
    assert !answer.isCancelled();
  }

  private boolean isLost(FleetAddress member) {
    return lost.contains(troubles.zone(member)) || lostMembers.contains(member.member());
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
