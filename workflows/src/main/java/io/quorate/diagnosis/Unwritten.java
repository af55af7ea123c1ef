package io.quorate.diagnosis;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.Revision;
import io.quorate.data.DataFinding;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Tells whether only Quorate changed keys of a restored cluster. The cluster can then be given up
 * without losing a key. A revision counts every change of a key. So a revision that is no higher
 * than Quorate made it proves that nobody else changed a key. A revision does not count changes of
 * users, roles, leases and the switch of authentication.
 *
 * @param upTo the revision up to which nobody but Quorate changed a key
 */
public record Unwritten(ClusterView view, Revision upTo) {

  /** The writes that members which answer tell of, as a clause; empty where there are none. */
  public Optional<String> written() {
    return view.highestRevision() > upTo.value()
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "%s since it was restored are not Quorate's (revision %,d, and %,d without them):"
                    + " going back would lose them",
                Amounts.count(view.highestRevision() - upTo.value(), "change"),
                view.highestRevision(),
                upTo.value()))
        : Optional.empty();
  }

  /**
   * Why it is not proven by the members' files that nothing was written, as a clause; empty where
   * it is. Only files of members that do not run and cannot be started prove it: nothing can be
   * written after they were read.
   */
  public Optional<String> unproven() {
    return view.members().stream()
        .filter(member -> member.isListed() || member.configured().isPresent())
        .filter(member -> member.isListed() || mayHoldWrites(member))
        .flatMap(member -> unproven(member).stream())
        .findFirst();
  }

  private Optional<String> unproven(Member member) {
    if (member.configured().isEmpty()) {
      return Optional.of(member.name() + " is not in quorate.yml, and may run on");
    }
    return member.status().isPresent() || !cannotStart(member)
        ? Optional.of(member.name() + " is not kept stopped (" + member.workload().evidence() + ")")
        : beyond(member);
  }

  /** The writes that the files of members which do not run tell of, as {@link #unproven}. */
  public Optional<String> beyond() {
    return view.members().stream()
        .filter(member -> member.configured().isPresent() && member.workload().provenAbsent())
        .flatMap(member -> beyond(member).stream())
        .findFirst();
  }

  /**
   * The highest revision in the files of members which do not run; empty where none tells of one.
   */
  public static OptionalLong highestInFiles(ClusterView view) {
    Unwritten any = new Unwritten(view, new Revision(0));
    return view.members().stream()
        .filter(member -> member.configured().isPresent() && member.workload().provenAbsent())
        .filter(any::mayHoldWrites)
        .flatMap(member -> far(member).stream())
        .mapToLong(DataPosition::highestRevision)
        .max();
  }

  private static Optional<DataPosition> far(Member member) {
    return member.data().position().filter(there -> member.data().intact());
  }

  /** Data of a restored cluster that never served holds no write, also where nobody can read it. */
  private Optional<String> beyond(Member member) {
    if (!mayHoldWrites(member)) {
      return Optional.empty();
    }
    Optional<DataPosition> far = far(member);
    if (far.isEmpty() && view.past().isUnserved(view.clusterId())) {
      return Optional.empty();
    }
    if (far.isEmpty()) {
      return Optional.of(
          "how far the data of "
              + member.name()
              + " is cannot be read ("
              + member
                  .data()
                  .damage()
                  .map(DataFinding::words)
                  .or(member.data()::doubt)
                  .orElse(
                      member.data().lost()
                          ? "a part of it is missing"
                          : "its " + member.words().place() + " tells nothing")
              + ")");
    }
    long more = far.get().highestRevision() - upTo.value();
    return more > 0
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "the data of %s holds up to %s since it was restored that are not known to be"
                    + " Quorate's (revision %,d, and %,d without them): going back would lose them",
                member.name(),
                Amounts.count(more, "change"),
                far.get().highestRevision(),
                upTo.value()))
        : Optional.empty();
  }

  private static boolean cannotStart(Member member) {
    return member.workload().cannotStart();
  }

  /**
   * Whether there is data, and it is not known to be another cluster's. Nobody but its own members
   * has data of a restored cluster that never served.
   */
  private boolean mayHoldWrites(Member member) {
    return (member.isListed() || !view.past().isUnserved(view.clusterId()))
        && !member.data().nothingThere()
        && member
            .data()
            .owner()
            .map(DataOwner::cluster)
            .filter(owner -> view.clusterId().filter(owner::equals).isEmpty())
            .isEmpty();
  }
}
