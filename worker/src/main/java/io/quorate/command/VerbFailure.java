package io.quorate.command;

/** Ends a verb with a sentence for people and an exit code. */
final class VerbFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  private VerbFailure(int exitCode, String sentence) {
    super(sentence);
    this.exitCode = exitCode;
  }

  static VerbFailure wrongUsage(String sentence) {
    return new VerbFailure(ExitCode.WRONG_USAGE, sentence);
  }

  static VerbFailure refused(String sentence) {
    return new VerbFailure(ExitCode.REFUSED, sentence);
  }

  static VerbFailure unreachable(String sentence) {
    return new VerbFailure(ExitCode.UNREACHABLE, sentence);
  }

  static VerbFailure fault(String sentence) {
    return new VerbFailure(ExitCode.FAULT, sentence);
  }

  int exitCode() {
    return exitCode;
  }
}
