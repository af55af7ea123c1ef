package io.quorate.etcd;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Silence;
import io.quorate.etcd.proto.MaintenanceGrpc;
import io.quorate.etcd.proto.StatusRequest;
import io.quorate.etcd.proto.StatusResponse;
import io.quorate.port.Failure;
import io.quorate.watch.Pulse;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Pulse under way: the {@code Status} of each member, all asked at one time. */
final class MemberPulses {
  private final Map<MemberName, MemberStatus> answers = new ConcurrentHashMap<>();
  private final Map<MemberName, Silence> silences = new ConcurrentHashMap<>();

  private MemberPulses() {}

  /** Asks all of these; each answers or is silent after {@link Rpc#SHORT}. */
  static CompletableFuture<Pulse> of(Collection<Endpoint> endpoints, InstantSource clock) {
    MemberPulses pulse = new MemberPulses();
    return CompletableFuture.allOf(
            endpoints.stream().map(pulse::ask).toArray(CompletableFuture<?>[]::new))
        .thenApply(all -> new Pulse(clock.instant(), pulse.answers, pulse.silences));
  }

  private CompletableFuture<?> ask(Endpoint endpoint) {
    MemberName member = endpoint.member();
    return endpoint
        .<StatusResponse>begin(
            "tell its status",
            Rpc.SHORT,
            (line, to) ->
                MaintenanceGrpc.newStub(line).status(StatusRequest.getDefaultInstance(), to))
        .thenApply(reply -> new StatusReply(member, reply).status())
        .handle((status, thrown) -> thrown == null ? told(member, status) : silent(member, thrown));
  }

  private @Nullable Object told(MemberName member, MemberStatus status) {
    return answers.put(member, status);
  }

  private @Nullable Object silent(MemberName member, Throwable thrown) {
    Throwable why = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    if (why instanceof Failure failure) {
      return silences.put(member, failure.silence());
    }
    throw new CompletionException(why);
  }
}
