package io.quorate.execution;

/**
 * The cluster differs from what the plan expects, so a new plan has to be made. The message is the
 * difference.
 */
public final class WorldChanged extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WorldChanged(String difference) {
    super(difference);
  }
}
