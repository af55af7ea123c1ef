package io.quorate.kubernetes;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.hosts.ReleaseImage;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.Workloads;
import io.quorate.shell.Facts;
import io.quorate.shell.HostLimits;
import io.quorate.volume.Mount;
import io.quorate.volume.Volume;
import io.quorate.volume.Volumes;
import io.quorate.workload.Grace;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Optional;

/**
 * Claims of members, each of which a keeper pod mounts while the member does not run.
 *
 * @param proof shows the workloads as they are now, for a change of the data
 */
record ClaimVolumes(
    SetLooks sets,
    Workloads workloads,
    Workloads proof,
    ClaimKeepers keepers,
    List<ReleaseImage> images)
    implements Volumes {
  /**
   * {@inheritDoc}
   *
   * <p>Empty while the member runs, or may run: nothing reads its data beside etcd. Empty too where
   * no pod can use the volume.
   */
  @Override
  public Optional<Volume> find(MemberName member) {
    return hasKeeper(member) ? Optional.of(of(member)) : Optional.empty();
  }

  /**
   * As above, with more patience. The start of a member needs its data read, and a refusal would
   * leave the member stopped until a person says to try again.
   */
  Optional<Volume> awaited(MemberName member) {
    if (!hasKeeper(member)) {
      return Optional.empty();
    }
    keepers.awaited(member);
    return Optional.of(of(member));
  }

  private boolean hasKeeper(MemberName member) {
    return isForKeeper(workloads.look(member)) && lost(member).isEmpty();
  }

  /** The volume of the member, where no pod can use that any more. */
  Optional<LostVolume> lost(MemberName member) {
    SetLook look = sets.look();
    return look.place(member).flatMap(place -> LostVolume.of(look, place));
  }

  /** A keeper takes no volume to a node while its member waits for one itself. */
  static boolean isForKeeper(Workload workload) {
    return workload.provenAbsent()
        || (workload.isRestarting() && workload.placement().node().isPresent());
  }

  @Override
  public Volume of(MemberName member) {
    SetLook look = sets.look();
    MemberPod place = look.requirePlace(member);
    ClaimedDirectory data = ClaimedDirectory.of(look.set(place).set(), place.name());
    return new Volume(
        member,
        data.etcdName(),
        data.directory(),
        "the " + look.set(place).words(),
        Mount.at(data.mount().getMountPath()),
        keepers.of(member),
        HostLimits.standard(Grace.TERM),
        new ClaimAbsence(
            data.etcdName(),
            data.walDirectory(),
            KeeperPod.LOCKS + "/claim.lock",
            () -> proof.look(member)));
  }

  @Override
  public Optional<EtcdVersion> binary(MemberName member, Facts facts) {
    SetLook look = sets.look();
    return ContainerInstallation.version(
        SetMembers.container(look.set(look.requirePlace(member)).template()).getImage(), images);
  }

  @Override
  public Optional<String> objection(MemberName member, Facts facts) {
    return Optional.empty();
  }

  @Override
  public void hold(MemberName member, Permit permit) {
    throw new Failure.Refused(
        "data is not moved from claim to claim in this version, so %s was not held for that"
            .formatted(member));
  }
}
