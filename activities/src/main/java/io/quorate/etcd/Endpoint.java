package io.quorate.etcd;

import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ConnectivityState;
import io.grpc.Deadline;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import io.netty.channel.ChannelOption;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Client URL of one member with a gRPC channel of its own, so that no other endpoint can answer.
 * The channel neither retries nor waits for a connection: Temporal retries, and a call to a dead
 * member has to fail at once.
 */
final class Endpoint implements AutoCloseable {
  private static final Metadata.Key<String> HAS_LEADER = key("hasleader");
  private static final Metadata.Key<String> TOKEN = key("token");
  private static final int CONNECT_TIMEOUT_MILLIS = 2_000;

  /** Longer than four pulses: a cluster whose shard another worker took keeps no descriptor. */
  private static final Duration IDLE = Duration.ofMinutes(2);

  /** Answers are taken by the thread that read them; gRPC's own pool has a thread for each call. */
  private static final ClientInterceptor AT_ONCE =
      with(options -> options.withExecutor(Runnable::run));

  private final MemberName member;
  private final URI url;
  private final ManagedChannel channel;
  private final LoginToken token;
  private final Optional<Handshake> handshake;

  /** Creates an endpoint whose URL is http. */
  Endpoint(MemberName member, URI url, Optional<Login> login) {
    this(member, url, open(url, InsecureChannelCredentials.create()), login, Optional.empty());
  }

  /** Creates an endpoint whose URL is https. */
  Endpoint(MemberName member, URI url, TlsMaterial tls, Optional<Login> login) {
    this(member, url, open(url, tls.forGrpc()), login, Optional.of(new Handshake(tls.forHttp())));
  }

  private Endpoint(
      MemberName member,
      URI url,
      ManagedChannel channel,
      Optional<Login> login,
      Optional<Handshake> handshake) {
    this.member = member;
    this.url = url;
    this.channel = channel;
    this.token = new LoginToken(login);
    this.handshake = handshake;
  }

  MemberName member() {
    return member;
  }

  URI url() {
    return url;
  }

  /**
   * Makes a call; logs in and makes the call again when etcd refused it for want of a login. Throws
   * only a {@link Failure}.
   */
  <R> R send(Rpc<R> rpc) {
    Deadline deadline = Deadline.after(rpc.within().toNanos(), TimeUnit.NANOSECONDS);
    try {
      return withLogin(deadline, () -> rpc.call().apply(line(rpc.kind(), deadline)));
    } catch (StatusRuntimeException e) {
      throw failure(asked(rpc.purpose(), rpc.kind()), e);
    }
  }

  /**
   * Maps a broken call to a failure. A read that broke without an explanation of gRPC may have
   * failed in TLS, so one {@link Handshake} is tried; the outcome of a change stays unknown.
   */
  private Failure failure(Asked asked, StatusRuntimeException thrown) {
    Failure failure = ErrorCatalogue.failure(asked, thrown);
    if (asked.kind().changes() || !ErrorCatalogue.isUnexplained(thrown)) {
      return failure;
    }
    return handshake
        .flatMap(tls -> tls.trouble(url))
        .map(trouble -> asked.shutOut(trouble, thrown))
        .orElse(failure);
  }

  /** Opens a channel without a deadline, for a local read that is limited in another way. */
  Channel openLine() {
    return ClientInterceptors.intercept(awake(), metadata(Kind.LOCAL_READ));
  }

  /**
   * Begins a local read for which no thread waits; logs in and begins anew when etcd refused it for
   * want of a login, as it does {@code Status} with authentication on since 3.5
   * (docs/etcd.md#clients-in-java). Ends in time, on a thread of gRPC or of a timer, exceptionally
   * only with a {@link Failure}. Tries no {@link Handshake}, which would hold a thread: a
   * connection that broke in TLS counts as silence of another kind.
   *
   * @param call begins the call on a channel that carries metadata
   */
  <R> CompletableFuture<R> begin(
      String purpose, Duration within, BiConsumer<Channel, StreamObserver<R>> call) {
    Deadline deadline = Deadline.after(within.toNanos(), TimeUnit.NANOSECONDS);
    return attempt(deadline, call)
        .exceptionallyCompose(
            thrown ->
                token
                    .requestAfter(Status.fromThrowable(thrown))
                    .map(request -> logIn(request, deadline))
                    .map(loggedIn -> loggedIn.thenCompose(any -> attempt(deadline, call)))
                    .orElseGet(() -> CompletableFuture.failedFuture(thrown)))
        .exceptionallyCompose(
            thrown ->
                CompletableFuture.failedFuture(
                    ErrorCatalogue.failure(asked(purpose, Kind.LOCAL_READ), thrown)));
  }

  private <R> CompletableFuture<R> attempt(
      Deadline deadline, BiConsumer<Channel, StreamObserver<R>> call) {
    Channel line = ClientInterceptors.intercept(openLine(), AT_ONCE);
    return FutureAnswer.within(left(deadline), to -> call.accept(line, to));
  }

  private CompletableFuture<AuthenticateResponse> logIn(
      AuthenticateRequest request, Deadline deadline) {
    Channel line = ClientInterceptors.intercept(channel, AT_ONCE);
    return FutureAnswer.<AuthenticateResponse>within(
            left(deadline), to -> AuthGrpc.newStub(line).authenticate(request, to))
        .whenComplete(
            (answer, thrown) -> {
              if (thrown == null) {
                token.keep(answer);
              }
            });
  }

  private static Duration left(Deadline deadline) {
    return Duration.ofNanos(Math.max(0, deadline.timeRemaining(TimeUnit.NANOSECONDS)));
  }

  /**
   * Logs in when etcd refused a call for want of a valid token, and returns whether it logged in.
   */
  boolean loggedInAfter(Status refusal, Deadline deadline) {
    Optional<AuthenticateRequest> request = token.requestAfter(refusal);
    request.ifPresent(
        login ->
            token.keep(
                AuthGrpc.newBlockingStub(ClientInterceptors.intercept(channel, until(deadline)))
                    .authenticate(login)));
    return request.isPresent();
  }

  /** Closes the connection when no call is under way any more; the next call opens it anew. */
  void rest() {
    channel.enterIdle();
  }

  /** Returns whether a connection is open, or was tried and failed. */
  boolean isOpen() {
    return channel.getState(false) != ConnectivityState.IDLE;
  }

  Asked asked(String purpose, Kind kind) {
    return new Asked(member, url, purpose, kind);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  private <R> R withLogin(Deadline deadline, Supplier<R> call) {
    try {
      return call.get();
    } catch (StatusRuntimeException e) {
      if (loggedInAfter(e.getStatus(), deadline)) {
        return call.get();
      }
      throw e;
    }
  }

  private Channel line(Kind kind, Deadline deadline) {
    return ClientInterceptors.intercept(awake(), metadata(kind), until(deadline));
  }

  /**
   * Returns the channel and ends its back-off. While a back-off lasts (up to two minutes) gRPC
   * fails calls without trying, so a member that came back would be seen as dead.
   */
  private ManagedChannel awake() {
    if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
      channel.enterIdle();
    }
    return channel;
  }

  private ClientInterceptor metadata(Kind kind) {
    Metadata metadata = new Metadata();
    if (kind.needsLeader()) {
      metadata.put(HAS_LEADER, "true");
    }
    token.value().ifPresent(value -> metadata.put(TOKEN, value));
    return MetadataUtils.newAttachHeadersInterceptor(metadata);
  }

  private static ClientInterceptor until(Deadline deadline) {
    return with(options -> options.withDeadline(deadline));
  }

  private static ClientInterceptor with(UnaryOperator<CallOptions> change) {
    return new ClientInterceptor() {
      @Override
      public <Q, A> ClientCall<Q, A> interceptCall(
          MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        return next.newCall(method, change.apply(options));
      }
    };
  }

  private static ManagedChannel open(URI url, ChannelCredentials credentials) {
    return NettyChannelBuilder.forAddress(url.getHost(), url.getPort(), credentials)
        .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MILLIS)
        // No proxy of the environment is used: a proxy could answer in the member's place.
        .proxyDetector(target -> null)
        .disableRetry()
        .idleTimeout(IDLE.toSeconds(), TimeUnit.SECONDS)
        .build();
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }
}
