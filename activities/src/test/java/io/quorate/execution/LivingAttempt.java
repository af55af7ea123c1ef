package io.quorate.execution;

/** An attempt that lives as long as the test. */
public final class LivingAttempt implements Attempt {
  @Override
  public String operation() {
    return "test.12345678";
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
