package io.quorate.configuration;

import java.util.Optional;

/**
 * Setting for the proof that a cluster accepts writes.
 *
 * @param key key that is overwritten without a lease; empty: linearizable reads instead of writes
 */
public record Canary(Optional<String> key) {
  public static final Canary STANDARD = new Canary(Optional.of("/_runbook/canary"));
}
