package io.quorate.diagnosis;

import io.quorate.view.ClusterView;
import io.quorate.view.HistoryConflict.Kind;
import io.quorate.view.OtherMajority;
import java.util.ArrayList;
import java.util.List;

/**
 * Advice for a cluster of which a person has to say which history is the real one
 * (docs/etcd.md#n-12). Until then all data is kept.
 */
public final class RealHistory {
  private static final String KEEP =
      "Delete nothing, and start nothing by hand: keep all data until a person has ";

  private RealHistory() {}

  /** Returns the actions of a person, a sentence each; empty where no history is in doubt. */
  public static List<String> todo(ClusterView view, Diagnosis trouble) {
    return switch (trouble.code()) {
      case STRAY_CLUSTER -> stray(view);
      case MEMBERSHIP_SHRUNK ->
          List.of(
              "Delete nothing, start nothing by hand: first compare the data of "
                  + HistoryRows.missing(view)
                  + ".",
              "If this membership is right: " + accept(view));
      case OTHER_HISTORY ->
          List.of(
              KEEP + "said which history is the real one.",
              "If what answers is right: " + accept(view),
              "If it is not: " + restore(view));
      default -> List.of();
    };
  }

  /**
   * How a person has a snapshot of the recorded history back. Under its own ids a snapshot of an
   * accepted history counts where a person names it; under other ids nothing of it would.
   */
  static String restore(ClusterView view) {
    String start = "quorate start majority-recovery " + view.cluster();
    return view.conflict().filter(conflict -> conflict.kind() == Kind.CLUSTER_ID).isPresent()
        ? "stop the members that answer, keep them stopped, then: " + start
        : "accept it all the same, then: %s --snapshot ID --because-data-is-wrong TEXT (for the ID: quorate snapshots %s)"
            .formatted(start, view.cluster());
  }

  private static List<String> stray(ClusterView view) {
    List<String> todo = new ArrayList<>(List.of(KEEP + "said which cluster is the real one."));
    OtherMajority.in(view)
        .ifPresent(
            other ->
                todo.add(
                    "If it is %s: stop %s, keep %s stopped, then: quorate start majority-recovery %s"
                        .formatted(
                            other.cluster(),
                            Names.and(view.voting()),
                            view.voting().size() == 1 ? "it" : "them",
                            view.cluster())));
    view.clusterId().ifPresent(here -> todo.add("If it is " + here + ": " + accept(view)));
    return todo;
  }

  /** The command with which a person accepts what serves. */
  static String accept(ClusterView view) {
    return "quorate record accept "
        + view.cluster()
        + view.clusterId().map(id -> " --cluster-id " + id).orElse("")
        + " --because TEXT";
  }
}
