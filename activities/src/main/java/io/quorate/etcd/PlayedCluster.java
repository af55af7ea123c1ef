package io.quorate.etcd;

import com.sun.net.httpserver.HttpServer;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.PutResponse;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.quorate.cluster.MemberName;
import io.quorate.etcd.proto.AlarmRequest;
import io.quorate.etcd.proto.AlarmResponse;
import io.quorate.etcd.proto.ClusterGrpc;
import io.quorate.etcd.proto.HashKVRequest;
import io.quorate.etcd.proto.HashKVResponse;
import io.quorate.etcd.proto.MaintenanceGrpc;
import io.quorate.etcd.proto.Member;
import io.quorate.etcd.proto.MemberListRequest;
import io.quorate.etcd.proto.MemberListResponse;
import io.quorate.etcd.proto.ResponseHeader;
import io.quorate.etcd.proto.StatusRequest;
import io.quorate.etcd.proto.StatusResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Cluster of three voters that this process plays on loopback, for the self-test. The voters answer
 * what a look and a verification ask, over gRPC, with equal data and {@code etcd-0} as the leader.
 * {@code etcd-1} is stopped until somebody starts it.
 */
public final class PlayedCluster implements AutoCloseable {
  /** The voter that is stopped at first. */
  public static final MemberName STOPPED = new MemberName("etcd-1");

  private static final int VOTERS = 3;
  private static final long CLUSTER_ID = 7;
  private static final long LEADER_ID = 1;
  private static final long TERM = 2;
  private static final long RAFT_INDEX = 100;
  private static final long REVISION = 50;
  private static final long DATABASE_BYTES = 20_480;

  private final SortedMap<MemberName, Server> servers = new TreeMap<>();
  private final SortedMap<MemberName, HttpServer> pages = new TreeMap<>();
  private final AtomicBoolean started = new AtomicBoolean();

  /** Starts the servers. */
  public PlayedCluster() throws IOException {
    for (int number = 0; number < VOTERS; number++) {
      MemberName name = new MemberName("etcd-" + number);
      long id = LEADER_ID + number;
      servers.put(
          name,
          NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
              .addService(new PlayedMaintenance(id))
              .addService(new PlayedMembership(id))
              .addService(new PlayedKeys(id))
              .intercept(new Silence(name))
              .build()
              .start());
      pages.put(name, page(name, metrics(id)));
    }
  }

  /** Returns the client URLs of the voters. */
  public SortedMap<MemberName, URI> clientUrls() {
    SortedMap<MemberName, URI> urls = new TreeMap<>();
    servers.forEach((name, at) -> urls.put(name, URI.create("http://127.0.0.1:" + at.getPort())));
    return urls;
  }

  /** Returns the peer URLs of the voters, at which there is a page of metrics and nothing else. */
  public SortedMap<MemberName, URI> peerUrls() {
    SortedMap<MemberName, URI> urls = new TreeMap<>();
    pages.forEach(
        (name, at) -> urls.put(name, URI.create("http://127.0.0.1:" + at.getAddress().getPort())));
    return urls;
  }

  /** Starts the voter that is stopped. */
  public void start() {
    started.set(true);
  }

  /** Returns whether a voter runs. */
  public boolean runs(MemberName member) {
    return started.get() || !member.equals(STOPPED);
  }

  @Override
  public void close() {
    servers.values().forEach(Server::shutdownNow);
    pages.values().forEach(page -> page.stop(0));
  }

  /** Serves a page of metrics while the voter runs. */
  private HttpServer page(MemberName member, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.US_ASCII);
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext(
        "/metrics",
        asked -> {
          asked.sendResponseHeaders(runs(member) ? 200 : 503, body.length);
          asked.getResponseBody().write(body);
          asked.close();
        });
    server.start();
    return server;
  }

  private static String metrics(long id) {
    return """
    etcd_server_id{server_id="%x"} 1
    etcd_server_snapshot_apply_in_progress_total 0
    etcd_cluster_version{cluster_version="3.6"} 1
    """
        .formatted(id);
  }

  private static ResponseHeader header(long member) {
    return ResponseHeader.newBuilder()
        .setClusterId(CLUSTER_ID)
        .setMemberId(member)
        .setRevision(REVISION)
        .setRaftTerm(TERM)
        .build();
  }

  private static <T> void answer(StreamObserver<T> to, T answer) {
    to.onNext(answer);
    to.onCompleted();
  }

  private static final class PlayedMaintenance extends MaintenanceGrpc.MaintenanceImplBase {
    private final long id;

    private PlayedMaintenance(long id) {
      this.id = id;
    }

    @Override
    public void status(StatusRequest request, StreamObserver<StatusResponse> to) {
      answer(
          to,
          StatusResponse.newBuilder()
              .setHeader(header(id))
              .setVersion("3.6.16")
              .setStorageVersion("3.6.0")
              .setLeader(LEADER_ID)
              .setRaftTerm(TERM)
              .setRaftIndex(RAFT_INDEX)
              .setRaftAppliedIndex(RAFT_INDEX)
              .setDbSize(DATABASE_BYTES)
              .setDbSizeInUse(DATABASE_BYTES)
              .build());
    }

    @Override
    public void alarm(AlarmRequest request, StreamObserver<AlarmResponse> to) {
      answer(to, AlarmResponse.newBuilder().setHeader(header(id)).build());
    }

    @Override
    public void hashKV(HashKVRequest request, StreamObserver<HashKVResponse> to) {
      answer(
          to,
          HashKVResponse.newBuilder()
              .setHeader(header(id))
              .setHash(1)
              .setCompactRevision(1)
              .setHashRevision(request.getRevision())
              .build());
    }
  }

  private final class PlayedMembership extends ClusterGrpc.ClusterImplBase {
    private final long id;

    private PlayedMembership(long id) {
      this.id = id;
    }

    @Override
    public void memberList(MemberListRequest request, StreamObserver<MemberListResponse> to) {
      MemberListResponse.Builder list = MemberListResponse.newBuilder().setHeader(header(id));
      long next = LEADER_ID;
      for (var voter : peerUrls().entrySet()) {
        list.addMembers(
            Member.newBuilder()
                .setID(next++)
                .setName(voter.getKey().value())
                .addPeerURLs(voter.getValue().toString()));
      }
      answer(to, list.build());
    }
  }

  private static final class PlayedKeys extends KVGrpc.KVImplBase {
    private final long id;

    private PlayedKeys(long id) {
      this.id = id;
    }

    @Override
    public void put(PutRequest request, StreamObserver<PutResponse> to) {
      answer(
          to,
          PutResponse.newBuilder()
              .setHeader(
                  io.etcd.jetcd.api.ResponseHeader.newBuilder()
                      .setClusterId(CLUSTER_ID)
                      .setMemberId(id)
                      .setRevision(REVISION)
                      .setRaftTerm(TERM))
              .build());
    }
  }

  /** Silence of a voter that does not run. */
  private final class Silence implements ServerInterceptor {
    private final MemberName member;

    private Silence(MemberName member) {
      this.member = member;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
      if (runs(member)) {
        return next.startCall(call, headers);
      }
      call.close(Status.UNAVAILABLE.withDescription("it is stopped"), new Metadata());
      return new ServerCall.Listener<>() {};
    }
  }
}
