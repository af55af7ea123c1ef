package io.quorate.configuration;

import java.net.URI;
import java.util.Optional;

/**
 * Settings of the Slack app, which uses Socket Mode.
 *
 * @param channel name such as {@code #etcd-oncall}, or id of the channel
 * @param apiUrl URL of an emulator; empty: Slack itself
 */
public record SlackSettings(
    SecretFile botToken, SecretFile appToken, String channel, Optional<URI> apiUrl) {}
