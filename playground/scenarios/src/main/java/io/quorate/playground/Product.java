package io.quorate.playground;

import io.quorate.configuration.Configuration;
import java.util.Optional;

/**
 * The product's parts that the playground starts. An interface, so that scenarios need not know the
 * wiring.
 */
public interface Product {
  /** Starts the gateway in this process; closing the result stops it. */
  AutoCloseable gateway(Configuration configuration, Optional<String> temporalPage);

  /** Returns the main class of the worker's process; see {@code WorkerProgram}. */
  Class<?> worker();
}
