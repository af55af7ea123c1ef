package io.quorate.runbook.placement;

import io.quorate.cluster.Journey;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Wording;
import io.quorate.step.Reason;
import io.quorate.step.StepReason;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.List;
import java.util.Optional;

/**
 * Planned migration: a healthy member goes to its {@code next:} place, or on a platform that
 * chooses the machine itself to a node or zone that a person named. By replace
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
    return "Move a healthy member to the next: place of its configuration, or to a node or zone.";
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
        Option.text(
            PlannedMigrationRequest.TO_NODE,
            "NODE",
            "In Kubernetes: the node to which it goes, with its volume where that can be used"
                + " there."),
        Option.text(
            PlannedMigrationRequest.TO_ZONE,
            "ZONE",
            "In Kubernetes: the zone to which it goes; the plan names the node."),
        Option.flag(
            PlannedMigrationRequest.ACCEPT_PLACEMENT,
            "Afterwards the loss of one site, zone or node may stop all writes that could not"
                + " before."));
  }

  @Override
  public PlannedMigrationRequest request(Options options) {
    return PlannedMigrationRequest.of(options);
  }

  @Override
  public String title(PlannedMigrationRequest request) {
    return request.title();
  }

  @Override
  public Optional<Journey> journey(PlannedMigrationRequest request) {
    return request.to().map(to -> new Journey(request.member(), to));
  }

  @Override
  public Prescription prescribe(ClusterView view, PlannedMigrationRequest request) {
    Optional<Member> old = view.member(request.member());
    if (old.isEmpty()) {
      return new Refusal(
          StepReason.MEMBER_UNKNOWN.because(
              request.member() + " is neither configured nor in the membership."));
    }
    if (request.to().isPresent()) {
      return new MigrationElsewhere(view, request, old.get()).prescription();
    }
    Optional<Member> next = view.next(request.member());
    if (next.isEmpty()) {
      return new Refusal(notSaid(view, old.get()));
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

  /** The reason that nobody said where the member is to go, with how it is said there. */
  private static Reason notSaid(ClusterView view, Member member) {
    List<String> commands =
        member.words().destinations().stream()
            .map(
                to ->
                    Wording.start(
                        view, PlannedMigrationRequest.NAME, "--member " + member.name(), to))
            .toList();
    return !commands.isEmpty()
        ? PlacementReason.DESTINATION_NOT_NAMED.because(
            "Where " + member.name() + " is to go is not said.", commands)
        : PlacementReason.NEXT_NOT_CONFIGURED.because(
            "Where " + member.name() + " is to go is not configured.", configure(member));
  }

  /** How a person says where a member is to go whose places the configuration has. */
  static String configure(Member member) {
    return "Write it into its entry in quorate.yml: next: {peerUrl: ..., clientUrl: ...,"
        + " "
        + member.words().keys()
        + "}.";
  }
}
