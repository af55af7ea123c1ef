package io.quorate.etcd;

import io.quorate.cluster.MemberName;
import io.quorate.etcd.proto.DowngradeRequest;
import io.quorate.etcd.proto.DowngradeRequest.DowngradeAction;
import io.quorate.etcd.proto.DowngradeResponse;
import io.quorate.etcd.proto.MaintenanceGrpc;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import java.net.URI;
import java.net.http.HttpResponse;

/**
 * etcd's {@code Downgrade} call, and the page of a peer URL that says whether a downgrade is
 * enabled.
 */
record EtcdDowngrade(Exchange exchange, EtcdMembership membership, Pages pages)
    implements Downgrade {
  private static final String PAGE = "/downgrade/enabled";

  @Override
  public void validate(MemberName through, String line) {
    exchange.read(
        through,
        rpc("validate a downgrade to " + line, Kind.QUORUM_READ, DowngradeAction.VALIDATE, line));
  }

  @Override
  public void enable(MemberName through, String line, Permit permit) {
    try {
      exchange.change(
          through,
          rpc("enable a downgrade to " + line, Kind.MAINTENANCE, DowngradeAction.ENABLE, line),
          permit);
    } catch (Failure.Refused refused) {
      // etcd refuses a repeated call with one of two texts, by how far the downgrade is; neither
      // text tells who enabled the downgrade, so the status of the member is read.
      boolean repeated =
          EtcdError.DOWNGRADE_TARGET.caused(refused)
              || EtcdError.DOWNGRADE_UNDER_WAY.caused(refused);
      if (!repeated || !isEnabledFor(through, line)) {
        throw refused;
      }
    }
  }

  @Override
  public void cancel(MemberName through, Permit permit) {
    try {
      exchange.change(
          through,
          rpc("cancel the downgrade", Kind.MAINTENANCE, DowngradeAction.CANCEL, ""),
          permit);
    } catch (Failure.Refused refused) {
      if (!EtcdError.NO_DOWNGRADE.caused(refused)) {
        throw refused;
      }
    }
  }

  @Override
  public boolean isEnabled(MemberName member) {
    Identity expected = exchange.pinned(member);
    URI page = peerUrl(member, expected).resolve(PAGE);
    Asked asked = new Asked(member, page, "tell whether a downgrade is enabled", Kind.QUORUM_READ);
    HttpResponse<String> answer = pages.fetch(page, asked);
    return switch (answer.statusCode()) {
      case 200 -> {
        requireSameCluster(asked, expected, answer);
        yield answer.body().strip().equals("true");
      }
      case 404 -> false;
      default ->
          throw new Failure.Transient(
              asked.declined("HTTP status " + answer.statusCode() + ", " + answer.body().strip()));
    };
  }

  private boolean isEnabledFor(MemberName through, String line) {
    var status = exchange.requireStillThere(through, exchange.pinned(through));
    return new StatusReply(through, status)
        .storage()
        .downgradeTo()
        .filter(line::equals)
        .isPresent();
  }

  private URI peerUrl(MemberName member, Identity expected) {
    return membership.localList(member).stream()
        .filter(entry -> entry.id().equals(expected.member()))
        .flatMap(entry -> entry.peerUrls().stream())
        .findFirst()
        .map(URI::create)
        .orElseThrow(
            () ->
                new Failure.Transient(
                    member + " does not list itself, so its peer URL is not known"));
  }

  /** Responses from peer URLs carry a cluster id but no member id. */
  private static void requireSameCluster(
      Asked asked, Identity expected, HttpResponse<String> answer) {
    String cluster = answer.headers().firstValue(PeerPages.CLUSTER).orElse("nothing");
    if (!cluster.equals(expected.cluster().toString())) {
      throw new Failure.Refused(
          asked.member()
              + " at "
              + asked.url()
              + " answered for cluster "
              + cluster
              + ", not for "
              + expected.cluster()
              + "; its answer is not used: check whether the peer URL is right");
    }
  }

  private static Rpc<DowngradeResponse> rpc(
      String purpose, Kind kind, DowngradeAction action, String line) {
    var request = DowngradeRequest.newBuilder().setAction(action).setVersion(line).build();
    return new Rpc<>(
        purpose,
        kind,
        Rpc.LONG,
        channel -> MaintenanceGrpc.newBlockingStub(channel).downgrade(request),
        answer -> Identity.of(answer.getHeader()));
  }
}
