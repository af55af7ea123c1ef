package io.quorate.diagnosis;

import io.quorate.cluster.MemberName;
import io.quorate.data.DataComparison;
import io.quorate.record.LastComparison;
import io.quorate.view.ClusterView;
import io.quorate.view.ComparedVoters;
import io.quorate.view.Member;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The voter that has other data than the rest, by the comparisons of a view (docs/etcd.md#corrupt).
 * Two comparisons, at two revisions, have to agree.
 */
public final class DataDivergence {
  private final ClusterView view;
  private final List<MemberName> voters;

  /**
   * The divergence among these voters.
   *
   * @param voters the voters to compare, without one that is out already
   */
  public DataDivergence(ClusterView view, List<MemberName> voters) {
    this.view = view;
    this.voters = voters;
  }

  /** Result of the comparisons. */
  public sealed interface Finding {}

  /** All voters have equal data. */
  public record Equal() implements Finding {}

  /** Exactly one member differs from all others, which are a quorum. */
  public record OneOdd(MemberName odd, List<MemberName> right) implements Finding {}

  /**
   * The comparisons do not tell whose data is right.
   *
   * @param because why, in a sentence or two
   * @param groups who has the same data as whom, where it is proven to differ; empty where it could
   *     not be compared
   */
  public record Undecided(String because, Optional<String> groups) implements Finding {
    static Undecided notCompared(String because) {
      return new Undecided(because, Optional.empty());
    }
  }

  /**
   * Returns the result of the view's comparisons over all voters; empty when the comparisons decide
   * nothing.
   */
  public static Optional<LastComparison> result(ClusterView view) {
    return view.comparisons().isEmpty() || view.voters().isEmpty()
        ? Optional.empty()
        : switch (ofAll(view).finding()) {
          case Equal equal -> Optional.of(kept(view, Optional.empty(), Optional.empty()));
          case OneOdd one ->
              Optional.of(
                  kept(
                      view,
                      Optional.of(
                          one.odd() + " has other data than " + MemberName.inWords(one.right())),
                      Optional.of(one.odd())));
          case Undecided some when some.groups().isPresent() ->
              Optional.of(
                  kept(
                      view,
                      some.groups().map(who -> "The voters hold different data (" + who + ")"),
                      Optional.empty()));
          case Undecided open -> Optional.empty();
        };
  }

  /**
   * The last result there is about the voters of this view: of its own comparisons, else the one
   * that an earlier look or step kept.
   */
  public static Optional<LastComparison> lastAbout(ClusterView view) {
    return result(view)
        .or(() -> view.lastComparison().filter(last -> new ComparedVoters(view).areMeantBy(last)));
  }

  /** Why the comparisons of this view decide nothing; empty when they do, or there are none. */
  public static Optional<String> undecided(ClusterView view) {
    return !view.comparisons().isEmpty() && ofAll(view).finding() instanceof Undecided open
        ? Optional.of(open.because())
        : Optional.empty();
  }

  private static DataDivergence ofAll(ClusterView view) {
    return new DataDivergence(view, view.voters().stream().map(Member::name).toList());
  }

  private static LastComparison kept(
      ClusterView view, Optional<String> difference, Optional<MemberName> odd) {
    return new LastComparison(
            view.at(),
            view.comparisons().get(0).at(),
            new ComparedVoters(view).ids(),
            difference,
            odd,
            Optional.empty())
        .after(view.lastComparison());
  }

  /** Judges the comparisons of the view. */
  public Finding finding() {
    Optional<String> silent = silent();
    if (silent.isPresent()) {
      return Undecided.notCompared(silent.get());
    }
    if (!view.comparisons().stream().allMatch(DataComparison::isComparable)) {
      return Undecided.notCompared(
          "The voters have not compacted at the same revision, so their hashes cannot be compared."
              + " One that lags comes to it by itself; look again in a minute.");
    }
    Finding first = judged(view.comparisons().get(0));
    List<Finding> later = view.comparisons().stream().skip(1).map(this::judged).toList();
    // An older revision may not hold the write that differs; a later one holds all that an older
    // one does.
    boolean confirmed = later.stream().allMatch(one -> one.equals(first) || one instanceof Equal);
    return confirmed
        ? first
        : Undecided.notCompared("Two comparisons, at two revisions, do not say the same.");
  }

  private Optional<String> silent() {
    for (DataComparison comparison : view.comparisons()) {
      for (MemberName voter : voters) {
        if (!comparison.hashes().containsKey(voter)) {
          return Optional.of(
              "The data of "
                  + voter
                  + " cannot be compared ("
                  + comparison.silences().getOrDefault(voter, "it was not asked")
                  + "), and who is right is told only by comparing all.");
        }
      }
    }
    return Optional.empty();
  }

  private Finding judged(DataComparison comparison) {
    List<List<MemberName>> groups = comparison.groups(voters);
    if (groups.size() == 1) {
      return new Equal();
    }
    List<MemberName> largest = groups.get(0);
    List<MemberName> others = groups.stream().skip(1).flatMap(List::stream).sorted().toList();
    if (largest.size() < view.quorum().size()) {
      return new Undecided(
          "No quorum of the voters has the same data ("
              + inGroups(groups)
              + "): nobody can tell by counting who is right.",
          Optional.of(inGroups(groups)));
    }
    return others.size() == 1
        ? new OneOdd(others.get(0), largest)
        : new Undecided(
            MemberName.inWords(others)
                + " differ from the others. Quorate replaces one member, not "
                + others.size()
                + ": find out first why they differ.",
            Optional.of(inGroups(groups)));
  }

  private static String inGroups(List<List<MemberName>> groups) {
    return groups.stream().map(MemberName::inWords).collect(Collectors.joining(" against "));
  }
}
