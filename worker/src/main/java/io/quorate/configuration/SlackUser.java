package io.quorate.configuration;

/** A user of Slack, written {@code T1/U1}. A user id alone is not unique across teams. */
public record SlackUser(String team, String user) {
  @Override
  public String toString() {
    return team + "/" + user;
  }
}
