package io.quorate.command;

/** A verb that cannot go on: a sentence for people and the exit code. */
final class Ending extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private Ending(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  static Ending wrongUsage(String sentence) {
    return new Ending(ExitCode.WRONG_USAGE, sentence);
  }

  static Ending unreachable(String sentence) {
    return new Ending(ExitCode.UNREACHABLE, sentence);
  }

  static Ending fault(String sentence) {
    return new Ending(ExitCode.FAULT, sentence);
  }

  int exitCode() {
    return exitCode;
  }
}
