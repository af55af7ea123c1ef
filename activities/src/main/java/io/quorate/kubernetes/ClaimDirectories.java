package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataDirectory.State;
import io.quorate.port.Failure;
import io.quorate.port.Workloads;
import io.quorate.volume.VolumeDirectories;
import io.quorate.workload.Workload;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;

/**
 * Data directories of members on claims. A keeper reads the data of a member that does not run; the
 * data of a member that runs is there, and nobody reads the data beside etcd.
 */
final class ClaimDirectories extends VolumeDirectories {
  private final SetLooks sets;
  private final Workloads workloads;
  private final ClaimVolumes volumes;

  ClaimDirectories(SetLooks sets, Workloads workloads, ClaimVolumes volumes, Clock clock) {
    super(volumes, clock);
    this.sets = sets;
    this.workloads = workloads;
    this.volumes = volumes;
  }

  @Override
  public DataDirectory look(MemberName member) {
    return look(member, super::look);
  }

  @Override
  public DataDirectory examine(MemberName member) {
    return look(member, super::examine);
  }

  private DataDirectory look(MemberName member, Function<MemberName, DataDirectory> read) {
    try {
      Workload workload = workloads.look(member);
      if (workload.runs()) {
        return DataDirectory.of(State.PRESENT);
      }
      return withoutVolume(member).orElseGet(() -> readBy(member, read));
    } catch (Failure unseen) {
      return DataDirectory.of(State.UNREADABLE).doubted(String.valueOf(unseen.getMessage()));
    }
  }

  /** Throws why there is no keeper, which the reading itself would not say. */
  private DataDirectory readBy(MemberName member, Function<MemberName, DataDirectory> read) {
    return volumes.find(member).isPresent()
        ? read.apply(member)
        : DataDirectory.of(State.UNREADABLE);
  }

  /** The state that the claim alone tells: without a volume there is no data. */
  private Optional<DataDirectory> withoutVolume(MemberName member) {
    SetLook look = sets.look();
    look.require(SetLook.Part.SETS, SetLook.Part.CLAIMS);
    Optional<MemberPod> place = look.place(member);
    if (place.isEmpty()) {
      return Optional.of(DataDirectory.of(State.UNREADABLE));
    }
    ClaimedDirectory data = ClaimedDirectory.of(look.set(place.get()).set(), place.get().name());
    PersistentVolumeClaim claim = look.claims().get(data.claim());
    if (claim == null || claim.getSpec().getVolumeName() == null) {
      return Optional.of(DataDirectory.of(State.ABSENT));
    }
    return claim.getStatus() != null && "Lost".equals(claim.getStatus().getPhase())
        ? Optional.of(
            DataDirectory.of(State.UNREADABLE)
                .doubted("the volume of the claim " + data.claim() + " is lost (phase Lost)"))
        : Optional.empty();
  }
}
