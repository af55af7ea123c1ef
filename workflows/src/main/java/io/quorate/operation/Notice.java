package io.quorate.operation;

/**
 * Notice of an operation: one sentence about one topic.
 *
 * @param topic subject of the notice, such as {@code cause 1763780400} for the cause of the park
 *     that began then: the next park has a topic of its own
 * @param withdrawn whether the sentence no longer holds; the notice is kept for people who were
 *     told of it
 */
public record Notice(String topic, String sentence, boolean withdrawn) {}
