package io.quorate.playground;

import io.quorate.configuration.Configuration;
import io.quorate.playground.killing.PlayedWorker;
import io.quorate.worker.Serving;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The product with its real wiring, for the playground. */
final class PlayedProduct implements Product {
  @Override
  public AutoCloseable gateway(Configuration configuration, Optional<String> temporalPage) {
    Serving serving = new Serving(configuration, UnaryOperator.identity());
    try {
      var gateway = serving.gateway(temporalPage);
      assert gateway.port() == configuration.gateway().listen().port();
      return serving;
    } catch (RuntimeException failed) {
      serving.close();
      throw failed;
    }
  }

  @Override
  public Class<?> worker() {
    return PlayedWorker.class;
  }
}
