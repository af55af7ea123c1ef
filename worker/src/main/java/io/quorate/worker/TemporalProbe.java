package io.quorate.worker;

import io.grpc.StatusRuntimeException;
import io.quorate.command.Probe;
import io.quorate.configuration.TemporalSettings;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Probes whether Temporal answers for the namespace. */
record TemporalProbe(TemporalSettings settings) implements Probe {
  /**
   * Logger of gRPC, which would print a stack trace among the answers of a verb. Held here, because
   * a level is forgotten with its logger.
   */
  private static final Logger GRPC = Logger.getLogger("io.grpc");

  @Override
  public String name() {
    return "Temporal at " + settings.target() + ", namespace " + settings.namespace();
  }

  @Override
  public Optional<String> trouble() {
    GRPC.setLevel(Level.OFF);
    try (TemporalConnection temporal = new TemporalConnection(settings)) {
      temporal.requireAnswer();
      return Optional.empty();
    } catch (StatusRuntimeException away) {
      return Optional.of(TemporalConnection.reason(away));
    }
  }
}
