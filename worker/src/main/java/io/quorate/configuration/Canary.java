package io.quorate.configuration;

import java.util.Optional;

/**
 * How it is proven that a cluster takes writes.
 *
 * @param key one key, overwritten without a lease; empty: linearizable reads instead
 */
public record Canary(Optional<String> key) {
  public static final Canary STANDARD = new Canary(Optional.of("/_runbook/canary"));
}
