package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a person reads behind <em>Show evidence</em> in Slack. */
class EvidenceTest {
  @Test
  void theEvidenceShowsTheBriefingAndSaysWhenThePlanHasChanged() {
    try (RunningGateway gateway = RunningGateway.start()) {
      String operation =
          gateway
              .post(
                  "/api/clusters/payments/operations",
                  "{\"runbook\":\"minority-replace\",\"options\":{\"member\":[\"etcd-1\"]},"
                      + "\"requestedBy\":\"sam\"}")
              .json()
              .path("operation")
              .asText();

      String evidence = gateway.clicks().evidence(operation, operation + ".1");

      assertThat(evidence)
          .startsWith("Replace etcd-1 of payments   digest 7f3a91c2")
          .contains("etcd-1 is lost", "etcd-0  a     voter, leader", " 1  Save a snapshot")
          .contains("Cannot be undone: Remove member etcd-1", "What can be lost: No acknowledged");
      assertThat(gateway.clicks().evidence(operation, operation + ".0"))
          .isEqualTo("This is the newest plan, not the one of this message.\n\n" + evidence);
    }
  }
}
