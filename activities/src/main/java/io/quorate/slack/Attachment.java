package io.quorate.slack;

/**
 * A text file in the thread of a message, with all that the message has no room for.
 *
 * @param key what it is, stable, beside the keys of messages
 */
record Attachment(String key, String name, String text) {}
