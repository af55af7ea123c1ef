package io.quorate.kubernetes;

import io.quorate.kubernetes.SetLook.Part;
import java.util.Optional;

/**
 * Leftovers of holds on the objects of a cluster beside the held pods: pods that were born gated in
 * place of others, kept objects, a gate in the template. The worker clears it again and again; it
 * waits for nobody, and leaves a hold alone that is under way.
 */
public final class Leftovers {
  private static final int MOST_MOVES = 20;

  private final Turn turn;

  Leftovers(Turn turn) {
    this.turn = turn;
  }

  /**
   * Clears what can be cleared now. A pod whose predecessor is not proven to have ended stays
   * gated; the look at its member says so.
   */
  public void clear() {
    turn.atOnce(MOST_MOVES, Leftovers::next);
  }

  private static Optional<Move> next(SetLook look) {
    look.require(Part.SETS, Part.PODS);
    return look.sets().values().stream()
        .flatMap(set -> new TidyMoves(look, set).next().stream())
        .findFirst();
  }
}
