package io.quorate.step;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.data.DataDirectory;
import io.quorate.version.MinorLine;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherHistory;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Preconditions that several steps share, each with its sentence. */
final class Preconditions {
  /** The first line whose Downgrade call works (docs/etcd.md#n-20). */
  static final MinorLine FIRST_WITH_DOWNGRADE = new MinorLine(3, 6);

  private Preconditions() {}

  /** Whether a member can start empty in a directory of this state. */
  static boolean nothingThere(DataDirectory.State state) {
    return switch (state) {
      case ABSENT, EMPTY -> true;
      case PARTIAL, PRESENT, UNREADABLE -> false;
    };
  }

  /**
   * The refusal to start a member on somebody else's data (docs/etcd.md#data-directories); empty
   * where the data is its own, or whose it is was not read.
   */
  static Optional<Verdict> stranger(ClusterView view, Member member, String advice) {
    return view.strangerIn(member)
        .map(
            owner ->
                new Verdict.Refused(
                    StepReason.STRANGERS_DATA.because(
                        "the data directory of %s holds the data of %s, and %s is %s"
                            .formatted(
                                member.name(),
                                owner,
                                member.name(),
                                member.id().map(Object::toString).orElse("not listed")),
                        advice)));
  }

  /**
   * The refusal to start or copy data of another history than the one that serves
   * (docs/etcd.md#other-future).
   */
  static Optional<Verdict> otherHistory(ClusterView view, Member member) {
    return OtherHistory.of(view, member)
        .map(
            why ->
                new Verdict.Refused(
                    StepReason.DATA_OF_OTHER_HISTORY.because(
                        "the data of %s is of another history than the one that serves: %s"
                            .formatted(member.name(), why),
                        "Never start it by hand: abort the operation.",
                        "Then: quorate start minority-replace %s --member %s"
                            .formatted(view.cluster(), member.name()))));
  }

  /** The evidence that a member is kept stopped. */
  static Optional<String> held(ClusterView view, MemberName name) {
    return view.member(name)
        .filter(seen -> seen.workload().isHeld())
        .map(seen -> name + " is held: " + seen.workload().evidence());
  }

  /** The evidence that a member runs and answers. */
  static Optional<String> answers(ClusterView view, MemberName name) {
    return view.member(name)
        .filter(view::isLive)
        .flatMap(Member::status)
        .map(status -> name + " answers as " + status.memberId());
  }

  /** The evidence that a member can start empty: no data is in its place. */
  static Optional<String> emptied(ClusterView view, MemberName name) {
    return view.member(name)
        .map(seen -> seen.data().state())
        .filter(Preconditions::nothingThere)
        .map(state -> "the data directory of " + name + " is " + word(state));
  }

  static String word(DataDirectory.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Requires that no process of the member can run while its files or its membership are changed.
   */
  static Verdict processAbsent(ClusterView view, MemberName name) {
    Optional<Member> member = view.member(name);
    if (member.isEmpty()) {
      return new Verdict.Refused(
          StepReason.MEMBER_UNKNOWN.because(name + " is neither configured nor in the membership"));
    }
    if (member.get().workload().provenAbsent()) {
      return Verdict.PROCEED;
    }
    return new Verdict.Refused(
        StepReason.PROCESS_NOT_PROVEN_GONE.because(
            "the process of "
                + name
                + " is not proven gone ("
                + member.get().workload().evidence()
                + ")",
            member.get().words()));
  }

  /** The verdict on a start where nothing can be started: a wait where its supervisor does it. */
  static Verdict cannotBeStarted(Member member) {
    String evidence = member.workload().evidence();
    return member.workload().isRestarting()
        ? new Verdict.NotYet(
            StepReason.SUPERVISOR_RESTARTS_IT.because(member.name() + " is not up: " + evidence))
        : new Verdict.Refused(
            StepReason.CANNOT_BE_STARTED.because(
                member.name() + " cannot be started: " + evidence, member.words()));
  }

  /** Requires that no process of the member runs, or that holding it ends its restarts. */
  static Verdict mayBeHeld(ClusterView view, MemberName name) {
    return view.member(name).filter(member -> member.workload().isRestarting()).isPresent()
        ? Verdict.PROCEED
        : processAbsent(view, name);
  }

  /** Requires that every voter takes part in the quorum, except those that the step is about. */
  static Verdict allVote(ClusterView view, MemberName... except) {
    return view.voters().stream()
        .filter(voter -> !List.of(except).contains(voter.name()))
        .filter(voter -> !view.isVoting(voter))
        .findFirst()
        .<Verdict>map(
            voter ->
                new Verdict.NotYet(
                    StepReason.VOTER_DOES_NOT_VOTE.because(
                        voter.name() + " does not vote at this moment")))
        .orElse(Verdict.PROCEED);
  }

  /**
   * Evidence that the newest raft snapshot of a member is at or beyond this raft index; empty when
   * it is not.
   */
  static Optional<String> raftSnapshot(ClusterView view, MemberName name, long beyond) {
    return view.member(name)
        .flatMap(member -> member.installation().raftSnapshotIndex())
        .filter(index -> index >= beyond)
        .map(
            index ->
                name + " has a raft snapshot at index " + index + ", " + beyond + " is needed");
  }

  /**
   * Which listed members do not show this line as cluster version and storage version; up to 3.5 a
   * member reports no storage version.
   */
  static Optional<String> notShowing(ClusterView view, String line) {
    return view.members().stream()
        .filter(Member::isListed)
        .flatMap(member -> notShowing(view, member, line).stream())
        .findFirst();
  }

  private static Optional<String> notShowing(ClusterView view, Member member, String line) {
    if (!view.isLive(member)) {
      return Optional.of(member.name() + " does not answer, and every member has to");
    }
    if (member.clusterVersion().isEmpty()) {
      return Optional.of("the metrics of " + member.name() + " do not tell the cluster version");
    }
    Optional<String> storage = storageVersion(member);
    if (!member.clusterVersion().get().equals(line)) {
      return Optional.of(
          "the cluster version is " + member.clusterVersion().get() + " on " + member.name());
    }
    return storage
        .filter(told -> !told.equals(line))
        .map(told -> "the storage version is " + told + " on " + member.name());
  }

  private static Optional<String> storageVersion(Member member) {
    return member.status().flatMap(status -> status.storage().storageVersion());
  }

  /**
   * The objection to starting a member with this etcd: at most one minor apart, and not older than
   * cluster version or storage version (docs/etcd.md#n-19, #n-21).
   */
  static Optional<Verdict> mayJoin(ClusterView view, MemberName name, EtcdVersion to) {
    return view.members().stream()
        .filter(member -> view.isLive(member) && !member.name().equals(name))
        .flatMap(member -> mayRunBeside(member, to).stream())
        .findFirst();
  }

  private static Optional<Verdict> mayRunBeside(Member other, EtcdVersion to) {
    EtcdVersion runs = other.status().map(MemberStatus::version).orElseThrow();
    if (runs.major() != to.major() || Math.abs(runs.minor() - to.minor()) > 1) {
      return Optional.of(
          new Verdict.Refused(
              StepReason.MORE_THAN_ONE_MINOR_APART.because(
                  other.name() + " runs etcd " + runs + ", more than one minor away from " + to)));
    }
    if (MinorLine.of(runs).compareTo(MinorLine.of(to)) > 0 && other.clusterVersion().isEmpty()) {
      return Optional.of(
          new Verdict.NotYet(
              StepReason.CLUSTER_VERSION_UNTOLD.because(
                  "the metrics of " + other.name() + " do not tell the cluster version")));
    }
    return above(other.clusterVersion(), to)
        .map(told -> "the cluster version is " + told)
        .or(
            () ->
                above(storageVersion(other), to)
                    .map(told -> "the storage version of " + other.name() + " is " + told))
        .map(
            finding ->
                new Verdict.Refused(
                    StepReason.OLDER_THAN_CLUSTER.because(
                        finding
                            + ": etcd "
                            + to
                            + " must not be started before a downgrade is enabled and has come"
                            + " through")));
  }

  private static Optional<String> above(Optional<String> told, EtcdVersion to) {
    return told.filter(line -> MinorLine.parse(line).compareTo(MinorLine.of(to)) > 0);
  }
}
