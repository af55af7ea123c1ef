package io.quorate.approval;

/** Door through which a decision came to Quorate. */
public enum Door {
  SLACK("Slack"),
  PAGE("page"),
  COMMAND_LINE("command line");

  private final String words;

  Door(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }
}
