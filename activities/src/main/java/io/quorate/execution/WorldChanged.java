package io.quorate.execution;

/**
 * The world is not the one of the plan: the plan is to be made anew. The message is the difference.
 */
public final class WorldChanged extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WorldChanged(String difference) {
    super(difference);
  }
}
