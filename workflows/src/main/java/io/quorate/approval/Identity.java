package io.quorate.approval;

/** Evidence by which a door knows the name of the person who decides. */
public enum Identity {
  /** Slack named the team and the user. */
  SLACK,
  /** The gateway knows the token that was shown, or the login that began with one. */
  TOKEN,
  /** The command line has the name from the operating system, and the gateway asks no token. */
  LOGIN,
  /** The name was typed at the command line or on the page, without a proof. */
  TYPED;

  private static final String MARK = " (unverified)";

  /** Returns the name as people read it: {@code sam (unverified)}. */
  public String named(String name) {
    return this == TYPED ? name + MARK : name;
  }

  /** Returns the name without the mark that people read beside it. */
  public static String unmarked(String named) {
    return named.endsWith(MARK) ? named.substring(0, named.length() - MARK.length()) : named;
  }
}
