package io.quorate.etcd;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Quota;
import io.quorate.cluster.Revision;
import io.quorate.cluster.StorageStatus;
import io.quorate.etcd.proto.StatusResponse;
import io.quorate.port.Failure;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Translates a member's {@code StatusResponse} into a {@link MemberStatus}. */
record StatusReply(MemberName member, StatusResponse reply) {
  /**
   * Returns the status as a {@link MemberStatus}. Throws {@link Failure.Fault} when the member's
   * version cannot be parsed.
   */
  MemberStatus status() {
    return new MemberStatus(
        new MemberId(reply.getHeader().getMemberId()),
        new ClusterId(reply.getHeader().getClusterId()),
        version(),
        reply.getIsLearner(),
        Optional.of(new MemberId(reply.getLeader())).filter(leader -> leader.value() != 0),
        reply.getRaftTerm(),
        reply.getRaftIndex(),
        reply.getRaftAppliedIndex(),
        new Revision(reply.getHeader().getRevision()),
        reply.getDbSize(),
        reply.getDbSizeInUse(),
        alarms(),
        storage());
  }

  /** The alarms among its errors, each as a text such as {@code memberID:1 alarm:NOSPACE}. */
  private List<Alarm.Kind> alarms() {
    List<String> errors = reply.getErrorsList();
    return errors.isEmpty()
        ? List.of()
        : Arrays.stream(Alarm.Kind.values())
            .filter(kind -> errors.stream().anyMatch(error -> error.contains("alarm:" + kind)))
            .toList();
  }

  StorageStatus storage() {
    return new StorageStatus(
        VersionLine.of(reply.getStorageVersion()),
        Optional.of(reply.getDowngradeInfo())
            .filter(info -> info.getEnabled())
            .flatMap(info -> VersionLine.of(info.getTargetVersion())),
        Quota.told(reply.getDbSizeQuota()));
  }

  private EtcdVersion version() {
    try {
      return EtcdVersion.parse(reply.getVersion());
    } catch (IllegalArgumentException e) {
      throw new Failure.Fault(member + " tells no usable version: " + e.getMessage(), e);
    }
  }
}
