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

  /** Returns the name as people read it: {@code sam (unverified)}. */
  public String named(String name) {
    return this == TYPED ? name + " (unverified)" : name;
  }
}
