package io.quorate.gateway.http;

import com.slack.api.Slack;
import io.quorate.approval.Approval;
import io.quorate.cluster.ClusterKey;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.port.NotificationChannel.Showing;
import io.quorate.port.StateVersion;
import io.quorate.slack.Links;
import io.quorate.slack.Mentions;
import io.quorate.slack.SlackChannel;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The channel of an emulated Slack, with operations that stand where the test puts them. */
record StagedSlack(SlackChannel channel) {
  private static final Links LINKS =
      new Links(Optional.of(URI.create("https://quorate.example.net")), Optional.empty());
  private static final Mentions PEOPLE =
      new Mentions(
          List.of(
              new Mentions.Person("dana", "U1", Set.of("oncall")),
              new Mentions.Person("robin", "U2", Set.of("oncall"))));

  static StagedSlack of(Slack slack, SlackEmulator emulator) {
    return new StagedSlack(
        new SlackChannel(
            slack,
            emulator.tokens().bot(),
            new SlackChannel.Destination(emulator.channel(), PEOPLE, LINKS),
            Duration.ZERO));
  }

  /** Shows a state of this version in the channel. */
  void show(long version, OperationState state) {
    channel.show(state, new Showing(new StateVersion(version, 1), Map.of(), () -> true));
  }

  /** The state of an operation in this phase. */
  static OperationState staged(ClusterKey cluster, String runbook, Phase phase) {
    Instant now = Instant.now();
    String title =
        cluster + (runbook.equals("majority-recovery") ? ": recover quorum" : ": replace etcd-1");
    Stages stages =
        new Stages(
            new OperationRequest(
                cluster,
                runbook,
                Map.of(),
                OperationRequest.askedBy("etcdInsufficientMembers"),
                title),
            cluster + ".5f0c2d11",
            now);
    return stages.state(
        phase, now, Optional.of(Approval.of(stages.question(now))), Optional.empty());
  }
}
