package io.quorate.configuration;

import java.net.URI;
import java.util.Optional;

/**
 * The Slack application, over Socket Mode.
 *
 * @param channel {@code #etcd-oncall}, or a channel's id
 * @param apiUrl only to talk to an emulator; empty: Slack itself
 */
public record SlackSettings(
    SecretFile botToken, SecretFile appToken, String channel, Optional<URI> apiUrl) {}
