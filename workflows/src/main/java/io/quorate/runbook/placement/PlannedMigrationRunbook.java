package io.quorate.runbook.placement;

import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.step.StepReason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Optional;

/**
 * Planned migration: a healthy member goes to its {@code next:} place. By replace
 * (docs/etcd.md#planned-replacement) a newcomer joins there first and the old member is removed
 * afterwards, so that no voter is ever missing; by data-move (docs/etcd.md#moving-the-data) the
 * same member goes there with a copy of its data.
 */
public final class PlannedMigrationRunbook implements Runbook<PlannedMigrationRequest> {
  @Override
  public String name() {
    return PlannedMigrationRequest.NAME;
  }

  @Override
  public String sentence() {
    return "Move a healthy member to the next: place of its configuration.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.members(PlannedMigrationRequest.MEMBER, "The member to move."),
        Option.text(
            PlannedMigrationRequest.BY,
            "WAY",
            "replace (default): a newcomer joins first; data-move: the same member with a copy of"
                + " its data."),
        Option.flag(
            PlannedMigrationRequest.ACCEPT_PLACEMENT,
            "Afterwards the loss of one zone may stop all writes that could not before."));
  }

  @Override
  public PlannedMigrationRequest request(Options options) {
    return PlannedMigrationRequest.of(options);
  }

  @Override
  public String title(PlannedMigrationRequest request) {
    return "move " + request.member() + " by " + request.by().word();
  }

  @Override
  public Prescription prescribe(ClusterView view, PlannedMigrationRequest request) {
    Optional<Member> old = view.member(request.member());
    if (old.isEmpty()) {
      return new Refusal(
          StepReason.MEMBER_UNKNOWN.because(
              request.member() + " is neither configured nor in the membership."));
    }
    Optional<Member> next = view.next(request.member());
    if (next.isEmpty()) {
      return new Refusal(
          PlacementReason.NEXT_NOT_CONFIGURED.because(
              "Where " + request.member() + " is to go is not configured.",
              "Write it into its entry in quorate.yml: next: {peerUrl: ..., clientUrl: ...,"
                  + " "
                  + old.get().words().keys()
                  + "}."));
    }
    MemberMigration migration = new MemberMigration(view, request, old.get(), next.get());
    return migration
        .ending()
        .orElseGet(
            () ->
                switch (request.by()) {
                  case REPLACE -> new MigrationByReplace(migration).prescription();
                  case DATA_MOVE -> new MigrationByDataMove(migration).prescription();
                });
  }
}
