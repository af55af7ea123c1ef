package io.quorate.slack;

/**
 * A text file in the thread of a message, for what the message has no room for.
 *
 * @param key its stable name, unique among the keys of messages
 */
record Attachment(String key, String name, String text) {}
