package io.quorate.volume;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.DeliveryOrder;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.RestoreOrder;
import io.quorate.port.Restores;
import io.quorate.port.Salvaged;
import io.quorate.port.SnapshotFile;
import io.quorate.port.Trial;
import io.quorate.port.TrialOrder;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Salvage and restore on the volumes of members, with etcd's own programs. Scratch directories
 * stand beside the data, because only a rename on one file system puts a directory in its place at
 * once.
 */
public class VolumeRestores implements Restores {
  private final Volumes volumes;
  private final RestoreMeans means;

  public VolumeRestores(Volumes volumes, RestoreMeans means) {
    this.volumes = volumes;
    this.means = means;
  }

  @Override
  public Optional<String> objection(MemberName member) {
    try {
      means.tools(member);
      return Optional.empty();
    } catch (Failure.Refused why) {
      return Optional.of(String.valueOf(why.getMessage()));
    }
  }

  @Override
  public void salvage(
      MemberName member, Consumer<Salvaged> keep, Consumer<String> progress, Permit permit) {
    new Salvaging(
            Scratch.of(volumes.of(member), Scratch.Purpose.SALVAGE, permit),
            means.tools(member),
            means.settings(member),
            progress)
        .keep(keep, permit);
  }

  @Override
  public SnapshotFile bring(
      MemberName member, DeliveryOrder order, Consumer<String> progress, Supplier<Permit> permit) {
    Volume volume = volumes.of(member);
    if (volume.host().isThisMachine()) {
      return order.snapshot();
    }
    Permit granted = permit.get();
    return Delivery.to(volume, granted).of(order, progress, granted);
  }

  @Override
  public void discard(MemberName member, Permit permit) {
    Volume volume = volumes.of(member);
    // A later attempt may be at work with it, and discards it.
    if (!volume.host().isThisMachine() && !permit.isWithdrawn()) {
      Delivery.to(volume, permit).remove();
    }
  }

  @Override
  public Trial tryOut(MemberName member, TrialOrder order, Permit permit) {
    EtcdTools tools = means.tools(member);
    requireBump(tools, order.bump());
    return new TrialRestore(
            Scratch.of(volumes.of(member), Scratch.Purpose.TRIAL, permit),
            tools,
            means.settings(member))
        .of(order, permit);
  }

  @Override
  public String restore(MemberName member, RestoreOrder order, Permit permit) {
    EtcdTools tools = means.tools(member);
    requireBump(tools, order.bump());
    return new Restoring(
            Scratch.of(volumes.of(member), Scratch.Purpose.RESTORE, permit), tools, order)
        .carriedOut(permit);
  }

  @Override
  public Trial verifyInPlace(MemberName member, Revision revision, Permit permit) {
    return new TrialRestore(
            Scratch.of(volumes.of(member), Scratch.Purpose.VERIFY, permit),
            means.tools(member),
            means.settings(member))
        .inPlace(revision, permit);
  }

  private static void requireBump(EtcdTools tools, OptionalLong bump) {
    if (bump.isPresent() && !tools.canBump()) {
      throw new Failure.Refused(
          tools.restorer()
              + " is "
              + tools.restores()
              + ", which cannot raise the revision; 3.4.27, 3.5.10 and later can. Restore without"
              + " it, and restart whatever watches or caches keys");
    }
  }
}
