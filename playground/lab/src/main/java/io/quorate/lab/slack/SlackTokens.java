package io.quorate.lab.slack;

/** The tokens that the app must present: the bot's for the Web API, the app's for Socket Mode. */
public record SlackTokens(String bot, String app) {
  public static final SlackTokens OF_THE_PLAYGROUND =
      new SlackTokens("xoxb-playground", "xapp-playground");
}
