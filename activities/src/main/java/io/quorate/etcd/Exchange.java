package io.quorate.etcd;

import io.quorate.cluster.MemberName;
import io.quorate.etcd.proto.MaintenanceGrpc;
import io.quorate.etcd.proto.StatusRequest;
import io.quorate.etcd.proto.StatusResponse;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Calls to members with checked answers: an answer with another member id or cluster id than the
 * pinned ones is never acted upon.
 *
 * <p>Each {@code Status} that the caller asks for pins the endpoint anew, because a replacement has
 * another member id at the same URL. The {@code Status} calls made here, before and after a change,
 * only compare.
 */
final class Exchange {
  private final Function<MemberName, Endpoint> endpoints;
  private final Map<MemberName, Identity> pinned = new ConcurrentHashMap<>();

  Exchange(Function<MemberName, Endpoint> endpoints) {
    this.endpoints = endpoints;
  }

  Endpoint endpoint(MemberName member) {
    return endpoints.apply(member);
  }

  /** Asks for the status and pins the ids of the answer. */
  StatusResponse status(MemberName member) {
    StatusResponse answer = ask(endpoint(member));
    pinned.put(member, Identity.of(answer.getHeader()));
    return answer;
  }

  /** Returns the pinned identity of this endpoint; asks for the status when none is pinned. */
  Identity pinned(MemberName member) {
    Identity known = pinned.get(member);
    return known == null ? Identity.of(status(member).getHeader()) : known;
  }

  <R> R read(MemberName member, Rpc<R> rpc) {
    Identity expected = pinned(member);
    R answer = endpoint(member).send(rpc);
    Identity actual = rpc.answeredBy().apply(answer);
    if (actual.isMissing()) {
      requireStillThere(member, expected);
    } else {
      require(endpoint(member), expected, actual);
    }
    return answer;
  }

  /**
   * Makes a change after one more {@code Status} call, so that an absent member is found out while
   * nothing has been sent. The permit is used after that call.
   */
  <R> R change(MemberName member, Rpc<R> rpc, Permit permit) {
    Endpoint endpoint = endpoint(member);
    Identity expected = pinned(member);
    requireStillThere(member, expected);
    permit.use();
    R answer = endpoint.send(rpc);
    Identity actual = rpc.answeredBy().apply(answer);
    if (actual.isMissing()) {
      requireSame(member, expected, rpc);
    } else if (!actual.equals(expected)) {
      throw new Failure.Unknown(
          differs(endpoint, expected, actual)
              + "; it was asked to "
              + rpc.purpose()
              + " and said yes: find out which cluster was changed before anything else is done");
    }
    return answer;
  }

  /** Compares the identity without pinning it; for calls whose answer may carry no header. */
  StatusResponse requireStillThere(MemberName member, Identity expected) {
    Endpoint endpoint = endpoint(member);
    StatusResponse answer = ask(endpoint);
    require(endpoint, expected, Identity.of(answer.getHeader()));
    return answer;
  }

  /**
   * Compares the identity after a change. A difference is {@link Failure.Unknown}, because the
   * change was made.
   */
  private void requireSame(MemberName member, Identity expected, Rpc<?> rpc) {
    try {
      requireStillThere(member, expected);
    } catch (Failure unseen) {
      throw new Failure.Unknown(
          member
              + " was asked to "
              + rpc.purpose()
              + " and somebody said yes, but who it was cannot be seen: "
              + unseen.getMessage(),
          unseen);
    }
  }

  static void require(Endpoint endpoint, Identity expected, Identity actual) {
    if (!actual.equals(expected)) {
      throw new Failure.Refused(
          differs(endpoint, expected, actual)
              + "; its answer is not used: check whether the URL is right, and look again");
    }
  }

  private static String differs(Endpoint endpoint, Identity expected, Identity actual) {
    return endpoint.member()
        + " at "
        + endpoint.url()
        + " answered as "
        + actual
        + ", not as "
        + expected;
  }

  private static StatusResponse ask(Endpoint endpoint) {
    return endpoint.send(
        new Rpc<>(
            "tell its status",
            Kind.LOCAL_READ,
            Rpc.SHORT,
            line ->
                MaintenanceGrpc.newBlockingStub(line).status(StatusRequest.getDefaultInstance()),
            answer -> Identity.of(answer.getHeader())));
  }
}
