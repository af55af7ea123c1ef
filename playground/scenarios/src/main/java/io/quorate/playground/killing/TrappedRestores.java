package io.quorate.playground.killing;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.DeliveryOrder;
import io.quorate.port.Permit;
import io.quorate.port.RestoreOrder;
import io.quorate.port.Restores;
import io.quorate.port.Salvaged;
import io.quorate.port.SnapshotFile;
import io.quorate.port.Trial;
import io.quorate.port.TrialOrder;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Salvage and restore with the trap around each; the moment of waiting is their return. */
record TrappedRestores(Restores real, TrappedAttempt attempt) implements Restores {
  @Override
  public Optional<String> objection(MemberName member) {
    return real.objection(member);
  }

  @Override
  public void salvage(
      MemberName member, Consumer<Salvaged> keep, Consumer<String> progress, Permit permit) {
    attempt.effect(() -> real.salvage(member, keep, progress, permit));
    attempt.underWay();
  }

  @Override
  public SnapshotFile bring(
      MemberName member, DeliveryOrder order, Consumer<String> progress, Supplier<Permit> permit) {
    return real.bring(member, order, progress, permit);
  }

  @Override
  public void discard(MemberName member, Permit permit) {
    real.discard(member, permit);
  }

  @Override
  public Trial tryOut(MemberName member, TrialOrder order, Permit permit) {
    Trial trial = attempt.effect(() -> real.tryOut(member, order, permit));
    attempt.underWay();
    return trial;
  }

  @Override
  public String restore(MemberName member, RestoreOrder order, Permit permit) {
    String where = attempt.effect(() -> real.restore(member, order, permit));
    attempt.underWay();
    return where;
  }

  @Override
  public Trial verifyInPlace(MemberName member, Revision revision, Permit permit) {
    Trial trial = attempt.effect(() -> real.verifyInPlace(member, revision, permit));
    attempt.underWay();
    return trial;
  }
}
