package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.quorate.client.OperationDirectory;
import io.quorate.client.ShardReports;
import io.quorate.cluster.ClusterKey;
import io.quorate.diagnosis.DiagnosisCode;
import io.quorate.gateway.People;
import io.quorate.gateway.Steering;
import io.quorate.operation.SilencedFinding;
import io.quorate.watch.TellingRule;
import io.quorate.wire.ClusterChoice;
import io.quorate.wire.RequestJson;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /api/watch/CLUSTER/silence}: nobody is told of a kind of finding, or of one finding,
 * for a time.
 */
record SilenceEndpoint(
    OperationDirectory directory,
    ShardReports shards,
    People people,
    Steering steering,
    InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(SilenceEndpoint.class);
  private static final Duration LONGEST = Duration.ofDays(90);
  private static final int LONGEST_SUBJECT = 200;

  void silence(Context http) {
    JsonNode body = Bodies.object(http, Bodies.LARGEST);
    ClusterKey cluster = Answers.need(directory.cluster(http.pathParam("cluster")));
    String kind = kind(Bodies.requiredText(body, "kind", 100));
    Optional<String> subject =
        Optional.of(Bodies.text(body, "subject", LONGEST_SUBJECT)).filter(part -> !part.isEmpty());
    String reason = Bodies.requiredText(body, "reason", OperationsEndpoint.LONGEST_REASON);
    Duration time = time(body.path("seconds").asLong(-1));
    Caller caller = Caller.of(http, body, "by");
    String by = people.named(caller.name());
    Optional<String> refusal =
        steering.refusalToSilence(by).or(() -> refusal(cluster, kind, subject, time));
    if (refusal.isPresent()) {
      Bodies.write(http, 200, new RequestJson.Answer(false, refusal.get()));
      return;
    }
    // An end counts at once also where the clock of Temporal is behind.
    Instant until = time.isZero() ? Instant.EPOCH : clock.instant().plus(time);
    SilencedFinding silenced = new SilencedFinding(cluster, kind, by, reason, until, subject);
    LOG.warn("{} silences {} for {}: {}", by, silenced.words(), time, silenced.reason());
    Answers.send(
        http,
        shards.silence(OperationsEndpoint.id(body), silenced),
        answer -> new RequestJson.Answer(answer.counted(), answer.sentence()));
  }

  /**
   * Returns why nobody may silence it; empty where approvers may. A silence of an earlier release
   * may be ended.
   */
  static Optional<String> refusal(
      ClusterKey cluster, String kind, Optional<String> subject, Duration time) {
    Optional<DiagnosisCode> diagnosis = DiagnosisCode.named(kind);
    if (diagnosis.isPresent() && subject.isPresent()) {
      return Optional.of("Not recorded: %s is a diagnosis, and has no subject.".formatted(kind));
    }
    return diagnosis
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
