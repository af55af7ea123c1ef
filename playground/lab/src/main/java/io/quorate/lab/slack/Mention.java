package io.quorate.lab.slack;

/**
 * Notification of a person who was mentioned.
 *
 * @param message the message at the moment of the notification
 */
public record Mention(Person person, ChannelMessage message) {}
