package io.quorate.playground;

/**
 * When a test class has its turn. Two threads take the classes from both ends of their order: the
 * long ones stand at the ends and the short ones between them, so that both threads end together.
 */
final class Turn {
  static final int FIRST = 1;
  static final int LAST = Integer.MAX_VALUE;

  private Turn() {}
}
