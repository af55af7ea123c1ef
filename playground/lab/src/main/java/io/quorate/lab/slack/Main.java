package io.quorate.lab.slack;

/** The emulator alone, in a process of its own: what {@code docker-compose.yml} runs. */
public final class Main {
  private static final int ARGUMENTS = 3;

  private Main() {}

  /**
   * Listens until the process is ended.
   *
   * @param arguments the address to listen on, the port, and the name by which the app reaches it
   */
  public static void main(String[] arguments) {
    if (arguments.length != ARGUMENTS) {
      System.err.println("usage: ADDRESS PORT NAME");
      System.exit(2);
    }
    SlackEmulator slack =
        SlackEmulator.startAt(arguments[0], Integer.parseInt(arguments[1]), arguments[2]);
    Runtime.getRuntime().addShutdownHook(new Thread(slack::close, "close"));
    System.out.println("The emulated Slack is at " + slack.pageUrl());
  }
}
