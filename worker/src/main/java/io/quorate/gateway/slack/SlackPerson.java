package io.quorate.gateway.slack;

/** A person in Slack. Only team and user together identify a person; the name is for people. */
public record SlackPerson(String teamId, String userId, String name) {
  /** Returns the identity as the configuration writes it: {@code T1/U1}. */
  public String identity() {
    return teamId + "/" + userId;
  }
}
