package io.quorate.configuration;

/** A person in Slack; a user id alone is not unique across teams. Written {@code T1/U1}. */
public record SlackUser(String team, String user) {
  @Override
  public String toString() {
    return team + "/" + user;
  }
}
