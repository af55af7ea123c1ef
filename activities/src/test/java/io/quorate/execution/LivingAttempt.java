package io.quorate.execution;

/** An attempt that lives as long as the test. */
public record LivingAttempt(String operation) implements Attempt {
  /** An attempt of any operation. */
  public LivingAttempt() {
    this("test.12345678");
  }

  @Override
  public void progress(String sentence) {}

  @Override
  public boolean isFresh() {
    return true;
  }

  @Override
  public boolean isOver() {
    return false;
  }
}
