package io.quorate.etcd;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import io.quorate.cluster.StorageStatus;
import io.quorate.etcd.proto.StatusResponse;
import io.quorate.port.Failure;
import java.util.Optional;

/** Translates a member's {@code StatusResponse} into a {@link MemberStatus}. */
record Said(MemberName member, StatusResponse status) {
  /**
   * The status in our words. Throws {@link Failure.Fault} when the version of the member cannot be
   * read.
   */
  MemberStatus answer() {
    return new MemberStatus(
        new MemberId(status.getHeader().getMemberId()),
        new ClusterId(status.getHeader().getClusterId()),
        version(),
        status.getIsLearner(),
        Optional.of(new MemberId(status.getLeader())).filter(leader -> leader.value() != 0),
        status.getRaftTerm(),
        status.getRaftIndex(),
        status.getRaftAppliedIndex(),
        new Revision(status.getHeader().getRevision()),
        status.getDbSize(),
        status.getDbSizeInUse(),
        status.getErrorsList(),
        upkeep());
  }

  StorageStatus upkeep() {
    return new StorageStatus(
        VersionLine.of(status.getStorageVersion()),
        Optional.of(status.getDowngradeInfo())
            .filter(info -> info.getEnabled())
            .flatMap(info -> VersionLine.of(info.getTargetVersion())),
        // The quota is negative where somebody switched the limit off.
        Math.max(0, status.getDbSizeQuota()));
  }

  private EtcdVersion version() {
    try {
      return EtcdVersion.parse(status.getVersion());
    } catch (IllegalArgumentException e) {
      throw new Failure.Fault(member + " tells no usable version: " + e.getMessage(), e);
    }
  }
}
