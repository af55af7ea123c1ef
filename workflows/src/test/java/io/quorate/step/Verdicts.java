package io.quorate.step;

/** Codes of verdicts, for tests that care for the reason and not for its words. */
public final class Verdicts {
  private Verdicts() {}

  /** Returns the code of the reason; the name of the verdict where it needs no reason. */
  public static String code(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Proceed proceed -> "proceed";
      case Verdict.AlreadyDone done -> "already done";
      case Verdict.NotYet later -> later.reason().code();
      case Verdict.Refused refused -> refused.reason().code();
      case Verdict.Changed changed -> changed.reason().code();
    };
  }
}
