package io.quorate.configuration;

import java.net.URI;
import java.util.Optional;

/**
 * Settings of the Slack app, which uses Socket Mode.
 *
 * @param channel {@code #etcd-oncall}, or a channel's id
 * @param apiUrl of an emulator only; empty: Slack itself
 */
public record SlackSettings(
    SecretFile botToken, SecretFile appToken, String channel, Optional<URI> apiUrl) {}
