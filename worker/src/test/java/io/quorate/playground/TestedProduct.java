package io.quorate.playground;

import io.quorate.configuration.Configuration;
import io.quorate.worker.PlayedWorker;
import io.quorate.worker.Serving;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The product as it is; its gateway in this process. */
final class TestedProduct implements Product {
  @Override
  public AutoCloseable gateway(Configuration configuration, Optional<String> temporalPage) {
    var serving = new Serving(configuration, UnaryOperator.identity());
    var gateway = serving.gateway(temporalPage);
    assert gateway.port() == configuration.gateway().listen().port();
    return serving;
  }

  @Override
  public Class<?> worker() {
    return PlayedWorker.class;
  }
}
