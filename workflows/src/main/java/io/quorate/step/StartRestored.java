package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.diagnosis.StatedOff;
import io.quorate.record.ConfirmedList;
import io.quorate.record.Incarnation;
import io.quorate.record.RestoredMember;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.Projection;
import io.quorate.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Starts the member that was restored. From here on clients can write, and there is only a way
 * forward (docs/etcd.md#restore).
 *
 * @param off the members of the old cluster that a person stated to be off: it does not begin once
 *     one of them is seen. None in values stored before that existed
 */
public record StartRestored(RestoredMember first, List<MemberName> off) implements ActivityStep {
  public StartRestored {
    off = List.copyOf(Objects.requireNonNullElse(off, List.of()));
  }

  @Override
  public String sentence() {
    return saying(" " + first.owner().cluster());
  }

  /** The sentence without the new id, which is random and new with each look. */
  @Override
  public String material() {
    return saying("");
  }

  /** Whether the other step starts the same, under whatever new id. */
  @Override
  public boolean sameMatterAs(Step other) {
    return other instanceof StartRestored same
        && first.isAtTheSamePlaceAs(same.first)
        && off.equals(same.off);
  }

  private String saying(String id) {
    return "Start " + first.name() + " as the new cluster" + id + RestoreMember.stated(off);
  }

  @Override
  public Optional<MemberName> host() {
    return Optional.of(first.name());
  }

  @Override
  public boolean startsOnData() {
    return true;
  }

  @Override
  public Hazard hazard() {
    return Hazard.DESTRUCTIVE;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofMinutes(15), 4);
  }

  /**
   * The budget with the time that all of the restored data takes to be read over a slow network.
   */
  @Override
  public Budget budget(ClusterView view) {
    return budget().longerBy(HowFar.toRead(view, first.name()));
  }

  @Override
  public QuorumNeed quorumNeed() {
    return QuorumNeed.WITHOUT_QUORUM;
  }

  @Override
  public Optional<String> isDone(ClusterView view) {
    return view.member(first.name())
        .filter(view::isVoting)
        .flatMap(Member::status)
        .map(status -> first.name() + " serves and leads as " + status.memberId());
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected()
        .workload(first.name(), Workload.State.RUNNING)
        .projected()
        .voting(List.of(first.name()));
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Member> seen = view.member(first.name());
    if (seen.flatMap(member -> member.data().owner()).filter(first.owner()::equals).isEmpty()) {
      return new Verdict.Refused(
          "the data of " + first.name() + " is not what was restored (" + first.owner() + ")");
    }
    if (!seen.get().data().intact()) {
      return new Verdict.Refused("the data of " + first.name() + " is not proven whole");
    }
    if (seen.get().workload().state() == Workload.State.UNKNOWN) {
      return Preconditions.cannotBeStarted(seen.get());
    }
    return new StatedOff(off)
        .contradiction(view)
        .<Verdict>map(what -> new Verdict.Changed(what + "."))
        .orElseGet(() -> oldOnesKeptStopped(view));
  }

  /**
   * Whether the members of the cluster before are still kept stopped: the verification takes up to
   * two hours, and somebody may have started them meanwhile. Two clusters would serve the same
   * clients.
   */
  private Verdict oldOnesKeptStopped(ClusterView view) {
    StatedOff stated = new StatedOff(off);
    List<MembershipEntry> listed =
        view.past()
            .beforeRestore()
            .flatMap(before -> view.past().lastServed())
            .flatMap(Incarnation::confirmed)
            .map(ConfirmedList::entries)
            .orElse(List.of());
    return view.members().stream()
        .filter(member -> !member.name().equals(first.name()) && !member.isListed())
        .filter(member -> listed.stream().anyMatch(entry -> Projection.isAt(member, entry)))
        .filter(member -> !RestoreMember.cannotStart(member) && !stated.covers(member))
        .findFirst()
        .map(member -> RestoreMember.notKeptStopped(view, member))
        .orElse(Verdict.PROCEED);
  }
}
