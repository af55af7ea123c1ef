package io.quorate.etcd;

import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.quorate.etcd.proto.ClusterGrpc;
import io.quorate.etcd.proto.DowngradeRequest;
import io.quorate.etcd.proto.DowngradeResponse;
import io.quorate.etcd.proto.MaintenanceGrpc;
import io.quorate.etcd.proto.MemberListRequest;
import io.quorate.etcd.proto.MemberListResponse;
import io.quorate.etcd.proto.ResponseHeader;
import io.quorate.etcd.proto.StatusRequest;
import io.quorate.etcd.proto.StatusResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/** A server with etcd's calls that says of itself what it is told to. */
final class PretendedEtcd implements AutoCloseable {
  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);

  private final Server server;
  private final AtomicInteger logins = new AtomicInteger();
  private volatile long member;
  private volatile long cluster;
  private volatile String token = "";

  /** The version that it says of itself. */
  volatile String version = "3.6.16";

  final AtomicInteger downgrades = new AtomicInteger();

  PretendedEtcd(long member, long cluster) throws IOException {
    becomes(member, cluster);
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
            .addService(new Maintenance())
            .addService(new Membership())
            .addService(new Logins())
            .intercept(new TokenCheck())
            .build()
            .start();
  }

  void becomes(long anotherMember, long anotherCluster) {
    member = anotherMember;
    cluster = anotherCluster;
  }

  void wantsToken(String another) {
    token = another;
  }

  int logins() {
    return logins.get();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getPort());
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private static <T> void answer(StreamObserver<T> to, T answer) {
    to.onNext(answer);
    to.onCompleted();
  }

  private final class Maintenance extends MaintenanceGrpc.MaintenanceImplBase {
    @Override
    public void status(StatusRequest request, StreamObserver<StatusResponse> to) {
      var header = ResponseHeader.newBuilder().setMemberId(member).setClusterId(cluster);
      answer(to, StatusResponse.newBuilder().setHeader(header).setVersion(version).build());
    }

    @Override
    public void downgrade(DowngradeRequest request, StreamObserver<DowngradeResponse> to) {
      downgrades.incrementAndGet();
      var header = ResponseHeader.newBuilder().setMemberId(member).setClusterId(cluster);
      answer(to, DowngradeResponse.newBuilder().setHeader(header).build());
    }
  }

  private final class Membership extends ClusterGrpc.ClusterImplBase {
    @Override
    public void memberList(MemberListRequest request, StreamObserver<MemberListResponse> to) {
      var header = ResponseHeader.newBuilder().setMemberId(member).setClusterId(cluster);
      answer(to, MemberListResponse.newBuilder().setHeader(header).build());
    }
  }

  private final class Logins extends AuthGrpc.AuthImplBase {
    @Override
    public void authenticate(AuthenticateRequest request, StreamObserver<AuthenticateResponse> to) {
      logins.incrementAndGet();
      answer(to, AuthenticateResponse.newBuilder().setToken(token).build());
    }
  }

  /** As etcd 3.4 does: the list wants a token, Status and the login do not. */
  private final class TokenCheck implements ServerInterceptor {
    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata metadata, ServerCallHandler<Q, A> next) {
      String name = call.getMethodDescriptor().getFullMethodName();
      String given = metadata.get(TOKEN);
      if (name.contains("MemberList") && !token.isEmpty() && !token.equals(given)) {
        Status refusal =
            given == null
                ? Status.INVALID_ARGUMENT.withDescription("etcdserver: user name is empty")
                : Status.UNAUTHENTICATED.withDescription("etcdserver: invalid auth token");
        call.close(refusal, new Metadata());
        return new ServerCall.Listener<>() {};
      }
      return next.startCall(call, metadata);
    }
  }
}
