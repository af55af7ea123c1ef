package io.quorate.etcd;

import io.quorate.cluster.MemberName;
import io.quorate.etcd.proto.DowngradeRequest;
import io.quorate.etcd.proto.DowngradeRequest.DowngradeAction;
import io.quorate.etcd.proto.DowngradeResponse;
import io.quorate.etcd.proto.MaintenanceGrpc;
import io.quorate.port.Downgrade;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.version.MinorLine;
import java.util.function.Predicate;

/**
 * etcd's {@code Downgrade} call.
 *
 * @param page whether the page of a member's peer URL says that a downgrade is enabled
 */
record EtcdDowngrade(Exchange exchange, Predicate<MemberName> page) implements Downgrade {

  @Override
  public void validate(MemberName through, String line) {
    exchange.read(
        through,
        rpc("validate a downgrade to " + line, Kind.QUORUM_READ, DowngradeAction.VALIDATE, line));
  }

  @Override
  public void enable(MemberName through, String line, Permit permit) {
    requireKnown(through);
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
    requireKnown(through);
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

  /**
   * A validation refuses the minor below the cluster version while a downgrade is enabled, and
   * changes nothing (etcd's server/etcdserver/v3_server.go: {@code downgradeValidate}). After a
   * downgrade the cluster version is the minor of every member. Any other answer tells nothing.
   */
  @Override
  public boolean isEnabled(MemberName member) {
    try {
      validate(member, lineBelow(member));
      return false;
    } catch (Failure untold) {
      return EtcdError.DOWNGRADE_UNDER_WAY.caused(untold) || isEnabledByPage(member, untold);
    }
  }

  private boolean isEnabledByPage(MemberName member, Failure untold) {
    try {
      return page.test(member);
    } catch (Failure unseen) {
      // A lack of rights at the client URL can be mended, and the way to the peer URL often not.
      throw untold instanceof Failure.Fault ? untold : unseen;
    }
  }

  private String lineBelow(MemberName member) {
    MinorLine runs = line(member);
    return new MinorLine(runs.major(), runs.minor() - 1).toString();
  }

  private MinorLine line(MemberName member) {
    var status = exchange.requireStillThere(member, exchange.pinned(member));
    return MinorLine.of(new StatusReply(member, status).status().version());
  }

  /** A 3.5 server carries the call out, and no member starts again after it (docs/etcd.md#n-20). */
  private void requireKnown(MemberName through) {
    MinorLine runs = line(through);
    if (runs.compareTo(new MinorLine(3, 6)) < 0) {
      throw new Failure.Refused(
          "%s runs etcd %s, whose downgrade keeps each member from starting again"
              .formatted(through, runs));
    }
  }

  private boolean isEnabledFor(MemberName through, String line) {
    var status = exchange.requireStillThere(through, exchange.pinned(through));
    return new StatusReply(through, status)
        .storage()
        .downgradeTo()
        .filter(line::equals)
        .isPresent();
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
