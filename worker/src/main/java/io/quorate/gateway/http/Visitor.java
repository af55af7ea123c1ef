package io.quorate.gateway.http;

import io.quorate.approval.Door;

/**
 * Person who showed a token, with a request or when they logged in.
 *
 * @param name the person's, as the file of the tokens has it
 * @param door the page for who logged in, the command line for who shows the token itself
 */
record Visitor(String name, Door door) {}
