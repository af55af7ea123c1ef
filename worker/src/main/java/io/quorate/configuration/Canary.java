package io.quorate.configuration;

import java.util.Optional;

/**
 * How a cluster is proven to take writes.
 *
 * @param key one key, overwritten, without a lease; empty: linearizable reads instead
 */
public record Canary(Optional<String> key) {
  public static final Canary STANDARD = new Canary(Optional.of("/_runbook/canary"));
}
