package io.quorate.worker;

import java.util.Objects;

/** Where {@code ./quorate} arrives. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    if (arguments.length == 1 && arguments[0].equals("--version")) {
      System.out.println("quorate " + version());
      return;
    }
    System.err.println("quorate: only --version is there yet");
    System.exit(2);
  }

  /** The jar's manifest knows it; run from an IDE there is none. */
  private static String version() {
    return Objects.requireNonNullElse(
        Main.class.getPackage().getImplementationVersion(), "(development)");
  }
}
