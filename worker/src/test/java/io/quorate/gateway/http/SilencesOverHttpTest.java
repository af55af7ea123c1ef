package io.quorate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.gateway.http.RunningGateway.Reply;
import io.quorate.history.OpaqueValues;
import io.quorate.operation.WatchNames;
import io.quorate.operation.WatchedShard;
import io.quorate.workflow.WatchShard;
import io.temporal.client.WorkflowOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Silences of findings that people ask for, in front of the workflow of a shard. */
class SilencesOverHttpTest {
  private static final String BODY =
      "{\"kind\":\"%s\",\"reason\":\"it is ordered\",\"seconds\":%d,\"by\":\"dana\"}";

  @Test
  void theShardOfTheClusterKeepsASilence() {
    try (RunningGateway here = RunningGateway.withoutWorker()) {
      here.work(WatchShard.class);
      startShard(here);

      Reply reply = silence(here, "slow-disk", 3600);

      assertThat(reply.status()).as(reply.text()).isEqualTo(200);
      assertThat(reply.json().get("counted").asBoolean()).isTrue();
      assertThat(reply.json().get("sentence").asText())
          .startsWith("Nobody is told of slow-disk of payments until ");

      assertThat(ofEtcd1(here, "slow-disk", 0).json().get("sentence").asText())
          .as("the silence of all subjects stands")
          .startsWith("Nobody is told of slow-disk of etcd-1 of payments until ");
      silence(here, "slow-disk", 0);
      assertThat(ofEtcd1(here, "slow-disk", 0).json().get("sentence").asText())
          .isEqualTo("Nothing silenced slow-disk of etcd-1 of payments: people are told.");
      assertThat(ofEtcd1(here, "member-stopped", 60).json().get("sentence").asText())
          .isEqualTo("Not recorded: member-stopped is a diagnosis, and has no subject.");
    }
  }

  private static Reply ofEtcd1(RunningGateway here, String kind, long seconds) {
    return here.post(
        "/api/watch/payments/silence",
        BODY.formatted(kind, seconds).replace("{", "{\"subject\":\"etcd-1\","));
  }

  @Test
  void anUnknownKindIsRefusedWithTheOneThatWasMeant() {
    try (RunningGateway here = RunningGateway.withoutTemporal()) {
      Reply reply = silence(here, "slow-disc", 3600);

      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.text()).contains("is no kind of finding", "slow-disk");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 90L * 86_400 + 1})
  void aSilenceLastsAtMost90Days(long seconds) {
    try (RunningGateway here = RunningGateway.withoutTemporal()) {
      assertThat(silence(here, "slow-disk", seconds).status()).isEqualTo(400);
    }
  }

  private static Reply silence(RunningGateway here, String kind, long seconds) {
    return here.post("/api/watch/payments/silence", BODY.formatted(kind, seconds));
  }

  private static void startShard(RunningGateway here) {
    int shard = WatchNames.shardOf(RunningGateway.PAYMENTS);
    here.client
        .newUntypedWorkflowStub(
            WatchNames.TYPE,
            WorkflowOptions.newBuilder()
                .setTaskQueue(RunningGateway.QUEUE)
                .setWorkflowId(WatchNames.workflowId(shard))
                .build())
        .start(OpaqueValues.of(WatchedShard.begun(shard)));
  }
}
