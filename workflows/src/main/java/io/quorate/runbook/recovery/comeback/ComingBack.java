package io.quorate.runbook.recovery.comeback;

import io.quorate.cluster.Amounts;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataPosition;
import io.quorate.diagnosis.Return;
import io.quorate.record.LastLook;
import io.quorate.runbook.Wording;
import io.quorate.step.Starts.ReturnMember;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Workload;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Voters that come back with their own data, voters that must not, and the order of their start.
 *
 * @param toBegin voters that were never started and are begun empty
 */
record ComingBack(ClusterView view, List<Member> toBegin) {
  ReturnMember start(Member member) {
    return new ReturnMember(member.name(), vouching().danger(), vouching().needsAll());
  }

  private List<Member> that(Return how) {
    return view.voters().stream().filter(voter -> Return.of(view, voter) == how).toList();
  }

  List<Member> toStart() {
    List<Member> out = leftOut();
    return Vouching.inOrder(
        that(Return.STARTABLE).stream().filter(member -> !out.contains(member)).toList());
  }

  /**
   * Members that were started in vain, where the record vouches for nobody and the others are a
   * quorum. No step can be skipped then, so such a member would keep quorum away for ever. Without
   * them the plan is one that can cost writes.
   */
  List<Member> leftOut() {
    List<Member> all = that(Return.STARTABLE);
    List<Member> vain =
        all.stream().filter(member -> view.past().startedInVain().contains(member.name())).toList();
    boolean othersAreEnough =
        view.quorum().isHeldBy(Return.atHand(view).size() - vain.size())
            && all.size() + toContinue().size() > vain.size();
    return othersAreEnough && new Vouching(view, all, missing()).needsAll().isPresent()
        ? vain
        : List.of();
  }

  private List<Member> missing() {
    return view.voters().stream()
        .filter(voter -> !Return.of(view, voter).isAtHand() && !toBegin.contains(voter))
        .toList();
  }

  Vouching vouching() {
    List<Member> without = Stream.concat(missing().stream(), leftOut().stream()).toList();
    return new Vouching(view, toStart(), without);
  }

  List<Member> toContinue() {
    return that(Return.STOPPED_BY_SIGNAL);
  }

  /** Members that do not run and must not start while the others come back. */
  List<Member> toHold() {
    return view.voters().stream()
        .filter(
            voter ->
                voter.workload().state() == Workload.Gone.STOPPED || voter.loopsWithoutItsData())
        .filter(voter -> !Return.of(view, voter).isAtHand() && !toBegin.contains(voter))
        .toList();
  }

  List<Member> broughtBack() {
    return Stream.of(toContinue(), toStart(), toBegin).flatMap(List::stream).toList();
  }

  /** All that are to vote afterwards and do not yet; those first that this plan starts. */
  List<Member> coming() {
    return Stream.of(toContinue(), toStart(), toBegin, that(Return.RUNS), that(Return.SERVES))
        .flatMap(List::stream)
        .toList();
  }

  /**
   * Evidence that the data of returning members is no older copy (docs/etcd.md#n-03). A volume that
   * was rolled back looks whole: only the record, as far as it saw the member, or the logs of other
   * members can show the difference. While all voters return, the furthest member is started first,
   * and nobody is elected without that member. A missing voter may be the only one with writes that
   * a rolled-back volume lacks.
   *
   * @param starting the members that are started with their data
   * @param missing the voters that do not come back
   */
  record Vouching(ClusterView view, List<Member> starting, List<Member> missing) {
    /** Members in the order of their start: those whose data was read whole, the furthest first. */
    static List<Member> inOrder(List<Member> members) {
      return members.stream()
          .sorted(
              Comparator.comparing((Member member) -> member.data().isUnproven())
                  .thenComparing(Vouching::furthestFirst)
                  .thenComparing(Member::name))
          .toList();
    }

    /**
     * Why nobody can tell whether acknowledged writes are lost; empty where nothing speaks for it.
     */
    Optional<String> danger() {
      return decidedBeyond()
          .map(Vouching::beyond)
          .or(() -> missing.isEmpty() ? Optional.empty() : untold());
    }

    /**
     * Why the promise needs every member that is started; empty where the record vouches for each,
     * or a voter is missing anyway. Without one of them, the others may be older copies that elect
     * a leader of theirs.
     */
    Optional<String> needsAll() {
      return missing.isEmpty() && decidedBeyond().isEmpty() ? untold() : Optional.empty();
    }

    private static int furthestFirst(Member one, Member other) {
      Optional<DataPosition> own = one.data().position();
      Optional<DataPosition> its = other.data().position();
      return own.isPresent() && its.isPresent()
          ? DataPosition.RAFT_ORDER.compare(its.get(), own.get())
          : Boolean.compare(own.isEmpty(), its.isEmpty());
    }

    private static String beyond(long index) {
      return "more was decided, up to raft index %s, than the logs of a quorum have"
          .formatted(Long.toUnsignedString(index));
    }

    /** Says what the plan promises, and on which facts the promise rests. */
    String promise() {
      String untouched = " The data of no member is touched.";
      Optional<String> danger = danger();
      if (starting.isEmpty() && danger.isEmpty()) {
        return "No acknowledged write can be lost: the data of no member is touched.";
      }
      Optional<Long> decided = decidedBeyond();
      if (decided.isPresent()) {
        return "A volume was rolled back, or a log was cut: "
            + beyond(decided.get())
            + (starting.isEmpty()
                ? ". Acknowledged writes may be lost."
                : ". Acknowledged writes are kept only if "
                    + inOrder(starting).getFirst().name()
                    + ", which is the furthest and is started first, runs until the others have"
                    + " them.")
            + untouched;
      }
      if (danger.isPresent()) {
        return "Acknowledged writes are lost if one of these volumes was rolled back, which nobody"
            + " can tell: "
            + danger.get()
            + "."
            + untouched;
      }
      return untold()
          .map(
              why ->
                  "No acknowledged write is lost, unless volumes were rolled back, which nobody can"
                      + " tell: "
                      + why
                      + ". The furthest member is started first."
                      + untouched)
          .orElseGet(
              () ->
                  "No acknowledged write can be lost, as far as the record of "
                      + view.past().confirmedAt().map(Amounts::moment).orElseThrow()
                      + " saw the members: the data of no member is touched.");
    }

    /** Why the record does not tell whether a volume was rolled back; empty where it does. */
    private Optional<String> untold() {
      if (view.past().unread().isPresent()) {
        return Optional.of("the record cannot be read");
      }
      Optional<Instant> seen = view.past().confirmedAt();
      if (seen.isEmpty()) {
        return Optional.of("there is no record");
      }
      List<Member> unknown =
          starting.stream()
              .filter(member -> member.id().flatMap(view.past()::committed).isEmpty())
              .toList();
      if (!unknown.isEmpty()) {
        return Optional.of("nothing is recorded of the data of " + Wording.and(unknown));
      }
      List<Member> unread =
          view.voters().stream()
              .filter(voter -> Return.of(view, voter) == Return.RUNS && isUnread(voter.data()))
              .toList();
      if (!unread.isEmpty()) {
        return Optional.of("nobody read the data of running members: " + Wording.and(unread));
      }
      return seen.filter(at -> at.plus(LastLook.FRESH).isBefore(quorumEnded()))
          .map(
              at ->
                  "the record ends at "
                      + Amounts.moment(at)
                      + ", some time before quorum was lost");
    }

    private static boolean isUnread(DataDirectory data) {
      return data.position().isEmpty() && data.logged().isEmpty();
    }

    /**
     * When looks began to find so many voters silent that the others are no quorum; the time of
     * this look where fewer are known to be. One that was lost long before has nothing to do with
     * it.
     */
    private Instant quorumEnded() {
      return view.remembered().silentSince().entrySet().stream()
          .filter(silent -> view.member(silent.getKey()).filter(Member::isVoter).isPresent())
          .map(Map.Entry::getValue)
          .sorted()
          .skip(view.voters().size() - (long) view.quorum().size())
          .findFirst()
          .orElse(view.at());
    }

    /**
     * The index up to which a member knows entries to be decided that too few logs have: a quorum
     * of the voters once had them. Empty where that is not so, or a voter at hand was not read.
     */
    private Optional<Long> decidedBeyond() {
      List<Member> atHand = Return.atHand(view);
      if (atHand.stream().anyMatch(voter -> voter.data().position().isEmpty())) {
        return Optional.empty();
      }
      long decided = atHand.stream().mapToLong(voter -> far(voter).known()).max().orElse(0);
      long have = atHand.stream().filter(voter -> far(voter).lastIndex() >= decided).count();
      long others = view.voters().size() - (long) atHand.size();
      return have + others < view.quorum().size() ? Optional.of(decided) : Optional.empty();
    }

    private static DataPosition far(Member voter) {
      return voter.data().position().orElseThrow();
    }
  }
}
