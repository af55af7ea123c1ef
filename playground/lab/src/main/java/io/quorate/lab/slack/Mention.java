package io.quorate.lab.slack;

/**
 * Notification of a person who was mentioned.
 *
 * @param message as it was when it notified them
 */
public record Mention(Person person, ChannelMessage message) {}
