package io.quorate.etcd;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import java.net.URI;

/**
 * The page of a peer URL that says whether a downgrade is enabled, after a linearizable read. etcd
 * asks no rights for the page; 3.4 does not have it.
 */
record DowngradePage(Exchange exchange, EtcdMembership membership, Pages pages) {
  private static final String PAGE = "/downgrade/enabled";

  boolean isEnabled(MemberName member) {
    Identity expected = exchange.pinned(member);
    URI page = peerUrl(member, expected).resolve(PAGE);
    Asked asked = new Asked(member, page, "tell whether a downgrade is enabled", Kind.QUORUM_READ);
    Pages.Page<String> answer = pages.fetch(page, asked);
    return switch (answer.status()) {
      case 200 -> {
        requireSameCluster(asked, expected, answer);
        yield answer.body().strip().equals("true");
      }
      case 404 -> false;
      default ->
          throw new Failure.Transient(
              asked.declined("HTTP status " + answer.status() + ", " + answer.body().strip()));
    };
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
      Asked asked, Identity expected, Pages.Page<String> answer) {
    String cluster = answer.cluster().orElse("nothing");
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
}
