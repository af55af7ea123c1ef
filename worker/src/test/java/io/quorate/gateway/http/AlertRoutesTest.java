package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.gateway.http.AlertRoutes.Route;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AlertRoutesTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");
  private static final AlertRoutes ROUTES =
      new AlertRoutes(
          Map.of(
              PAYMENTS,
              Map.of("job", "etcd", "env", "prod"),
              new ClusterKey("orders"),
              Map.of("job", "etcd", "team", "orders"),
              new ClusterKey("unlabelled"),
              Map.of()));

  @Test
  void allLabelsOfAClusterHaveToBeOnTheAlert() {
    assertThat(ROUTES.route(Map.of("job", "etcd", "env", "prod", "severity", "warning")))
        .isEqualTo(new Route.To(PAYMENTS));
    assertThat(reason(Map.of("job", "etcd"))).isEqualTo("no-cluster");
    assertThat(reason(Map.of("job", "etcd", "env", "PROD"))).isEqualTo("no-cluster");
  }

  @Test
  void anAlertThatFitsTwoClustersIsAboutNeither() {
    Map<String, String> both = Map.of("job", "etcd", "env", "prod", "team", "orders");
    assertThat(reason(both)).isEqualTo("several-clusters");
    assertThat(((Route.Nowhere) ROUTES.route(both)).because()).endsWith("orders, payments");
  }

  @Test
  void aClusterWithoutLabelsGetsNoAlerts() {
    assertThat(reason(Map.of())).isEqualTo("no-cluster");
  }

  @Test
  void anAlertOfQuoratesOwnRulesStartsNothing() {
    Map<String, String> own =
        Map.of("alertname", "QuorateQuestionWaits", "job", "etcd", "env", "prod");
    assertThat(reason(own)).isEqualTo("own");
  }

  private static String reason(Map<String, String> labels) {
    return ROUTES.route(labels) instanceof Route.Nowhere nowhere
        ? nowhere.reason()
        : "to a cluster";
  }
}
