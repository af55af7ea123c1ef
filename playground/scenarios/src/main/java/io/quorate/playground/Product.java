package io.quorate.playground;

import io.quorate.configuration.Configuration;
import java.util.Optional;

/**
 * What the playground plays with. The wiring implements this, so that it need not be known here.
 */
public interface Product {
  /** Starts the gateway in this process; closing it ends it. */
  AutoCloseable gateway(Configuration configuration, Optional<String> temporalPage);

  /** The main class of the worker's process; see {@code WorkerProgram}. */
  Class<?> worker();
}
