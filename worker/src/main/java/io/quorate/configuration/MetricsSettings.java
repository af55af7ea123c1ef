package io.quorate.configuration;

import java.util.Optional;

/**
 * Settings of the metrics.
 *
 * @param listen address at which a worker without a gateway serves metrics and health; empty:
 *     nowhere. A gateway serves them at its own address
 * @param ofEveryCluster whether the metrics of a large fleet have the series of every cluster, and
 *     not of those alone with something to tell
 */
public record MetricsSettings(Optional<HostPort> listen, boolean ofEveryCluster) {
  static final String EXAMPLE = "metrics: {listen: \"127.0.0.1:9090\"}";

  static MetricsSettings read(Section section, Conflicts conflicts) {
    return new MetricsSettings(
        section.optional("listen", conflicts.address(ValueParsers::hostPort)),
        section.orElse("perCluster", false, MetricsSettings::everyCluster));
  }

  private static boolean everyCluster(Scalar scalar) throws Wrong {
    String word = ValueParsers.text(scalar);
    if (!word.equals("all") && !word.equals("troubled")) {
      throw new Wrong("has to be 'all' or 'troubled'; write all");
    }
    return word.equals("all");
  }
}
