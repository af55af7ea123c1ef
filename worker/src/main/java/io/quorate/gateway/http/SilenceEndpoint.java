package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.quorate.client.OperationDirectory;
import io.quorate.client.ShardReports;
import io.quorate.cluster.CleanText;
import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.gateway.People;
import io.quorate.gateway.Steering;
import io.quorate.operation.SilencedFinding;
import io.quorate.watch.TellingRule;
import io.quorate.wire.ClusterChoice;
import io.quorate.wire.RequestJson;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code POST /api/watch/CLUSTER/silence}: nobody is told of a kind of finding for a time. */
record SilenceEndpoint(
    OperationDirectory directory,
    ShardReports shards,
    People people,
    Steering steering,
    InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(SilenceEndpoint.class);
  private static final Duration LONGEST = Duration.ofDays(90);

  void silence(Context http) {
    JsonNode body = Bodies.object(http, Bodies.LARGEST);
    ClusterKey cluster = Answers.need(directory.cluster(http.pathParam("cluster")));
    String kind = kind(Bodies.requiredText(body, "kind", 100));
    String reason = Bodies.requiredText(body, "reason", OperationsEndpoint.LONGEST_REASON);
    Duration time = time(body.path("seconds").asLong(-1));
    Caller caller = Caller.of(http, body, "by");
    String by = people.named(caller.name());
    Optional<String> refusal = steering.refusalToSilence(by).or(() -> refusal(cluster, kind, time));
    if (refusal.isPresent()) {
      Bodies.write(http, 200, new RequestJson.Answer(false, refusal.get()));
      return;
    }
    LOG.warn("{} silences {} of {} for {}: {}", by, kind, cluster, time, CleanText.line(reason));
    Answers.send(
        http,
        shards.silence(
            OperationsEndpoint.id(body),
            new SilencedFinding(cluster, kind, by, reason, clock.instant().plus(time))),
        answer -> new RequestJson.Answer(answer.counted(), answer.sentence()));
  }

  /**
   * Returns why nobody may silence it; empty where approvers may. A silence of an earlier release
   * may be ended.
   */
  static Optional<String> refusal(ClusterKey cluster, String kind, Duration time) {
    return DiagnosisCode.named(kind)
        .filter(code -> TellingRule.isAlwaysTold(code) && time.isPositive())
        .map(
            code ->
                ("Not recorded: %s may mean that writes fail or data is lost, so people are told of"
                        + " it. Do: quorate take %s --reason TEXT, and reminders stop for 30 min;"
                        + " for good, watch: {off: [%s]} of the cluster in quorate.yml.")
                    .formatted(kind, cluster, kind));
  }

  private static String kind(String typed) {
    ClusterChoice.objection(typed)
        .ifPresent(
            why -> {
              throw HttpProblem.badRequest(why);
            });
    return typed;
  }

  private static Duration time(long seconds) {
    if (seconds < 0 || seconds > LONGEST.toSeconds()) {
      throw HttpProblem.badRequest("'seconds' is between 0 and 90 days.");
    }
    return Duration.ofSeconds(seconds);
  }
}
