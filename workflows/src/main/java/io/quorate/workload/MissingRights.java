package io.quorate.workload;

import java.util.List;

/**
 * Rights for one purpose that the platform does not give to Quorate.
 *
 * @param runbooks that need the rights; empty for every one that changes something
 * @param need whether their steps are refused in any case
 * @param sentence the fact
 * @param todo what a person can do, each a sentence or a command
 */
public record MissingRights(List<String> runbooks, Need need, String sentence, List<String> todo) {
  /** The need of a runbook for rights. */
  public enum Need {
    /** Some step of each of its plans is refused. */
    ALWAYS,
    /** Some steps are refused, as the runbook finds the cluster. */
    PERHAPS
  }

  public MissingRights {
    runbooks = List.copyOf(runbooks);
    todo = List.copyOf(todo);
  }

  /** Returns the rights as a want for which nobody is refused. */
  public MissingRights maybe() {
    return new MissingRights(runbooks, Need.PERHAPS, sentence, todo);
  }

  /** Whether a runbook that changes something needs the rights. */
  public boolean areOf(String runbook) {
    return runbooks.isEmpty() || runbooks.contains(runbook);
  }
}
