package io.quorate.gateway.http;

import io.quorate.approval.Door;
import io.quorate.token.Tokens;

/**
 * Person who showed a token, with a request or when they logged in, or came by a link from Slack.
 *
 * @param name the person's, as the file of the tokens has it
 * @param door the page for who logged in with a token, Slack for who came by its link, the command
 *     line for who shows the token itself
 * @param use what the token is good for
 */
record Visitor(String name, Door door, Tokens.Use use) {}
