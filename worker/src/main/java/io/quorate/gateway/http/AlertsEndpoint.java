package io.quorate.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.http.Context;
import io.quorate.client.Incidents;
import io.quorate.client.Outcome;
import io.quorate.cluster.CleanText;
import io.quorate.gateway.GatewayMetrics;
import io.quorate.gateway.http.AlertmanagerPayload.Labelled;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /alerts/alertmanager}. The status of the answer decides what Alertmanager does: after
 * a 2xx the alert is in Temporal, after a 503 Alertmanager repeats it within seconds, after any
 * other code the alert is lost until the next flush (docs/operations.md#alerts).
 */
final class AlertsEndpoint {
  private static final Logger LOG = LoggerFactory.getLogger(AlertsEndpoint.class);

  /** Some 9,000 alerts. A group of 3,000 has 2.7 MB, and Alertmanager never repeats after a 413. */
  private static final int LARGEST_BODY = 8 << 20;

  /** Ignored alerts that an answer names; Alertmanager logs the answer at most. */
  private static final int NAMED = 100;

  private final Optional<BearerToken> token;
  private final Supplier<AlertRoutes> routes;
  private final Incidents incidents;
  private final SenderAddress senders;
  private final GatewayMetrics counts;
  private final Once logged = new Once(1000);
  private final LogRateLimit refusals;

  AlertsEndpoint(
      Optional<BearerToken> token,
      Supplier<AlertRoutes> routes,
      Incidents incidents,
      SenderAddress senders,
      GatewayMetrics counts,
      InstantSource clock) {
    this.token = token;
    this.routes = routes;
    this.incidents = incidents;
    this.senders = senders;
    this.counts = counts;
    this.refusals = new LogRateLimit(Duration.ofMinutes(1), clock);
  }

  private record Ignored(String alert, String fingerprint, String because) {}

  private record Answer(int accepted, List<Ignored> ignored) {}

  void receive(Context http) {
    admit(http);
    AlertmanagerPayload payload = AlertmanagerPayload.of(body(http));
    if (payload.truncated() > 0) {
      counts.alertsTruncated(payload.truncated());
      LOG.warn(
          "Alertmanager left {} alerts out (max_alerts of the receiver): a cluster in trouble may"
              + " be among them",
          payload.truncated());
    }
    List<Incidents.Routed> routed = new ArrayList<>();
    List<Ignored> ignored = new ArrayList<>();
    AlertRoutes now = routes.get();
    payload.alerts().forEach(alert -> sort(alert, now, routed, ignored));
    Outcome<Integer> outcome = incidents.pass(routed);
    switch (outcome) {
      case Outcome.Done<Integer> done -> Bodies.write(http, 200, new Answer(done.value(), ignored));
      case Outcome.Missed<Integer> missed -> {
        LOG.warn(
            "Alerts were not taken, Alertmanager has to send them again: {}", missed.sentence());
        Answers.problem(http, 503, missed.sentence());
      }
    }
    counts.webhook(outcome instanceof Outcome.Done<Integer> ? "accepted" : "unavailable");
  }

  private JsonNode body(Context http) {
    try {
      return Bodies.read(http, LARGEST_BODY);
    } catch (HttpProblem problem) {
      if (problem.status() == 413) {
        counts.webhook("too-large");
        LOG.error(
            "A group of alerts of more than {} MiB was not taken, and is not sent again: a cluster"
                + " in trouble may be among them. Let Alertmanager group by the cluster's labels"
                + " (group_by)",
            LARGEST_BODY >> 20);
      }
      throw problem;
    }
  }

  /** Refuses a wrong token, and says so here: Alertmanager's own log is rarely read. */
  private void admit(Context http) {
    try {
      token.ifPresent(wanted -> wanted.check(http.header("Authorization")));
    } catch (HttpProblem refused) {
      counts.webhook(refused.status() == 401 ? "refused" : "unavailable");
      String sender = senders.of(http);
      if (refusals.isDue(sender + refused.status())) {
        LOG.warn("Alerts from {} were not taken: {}", sender, refused.sentence());
      }
      throw refused;
    }
  }

  private void sort(
      Labelled labelled, AlertRoutes now, List<Incidents.Routed> routed, List<Ignored> ignored) {
    counts.alertReceived(labelled.alert().firing());
    switch (now.route(labelled.labels())) {
      case AlertRoutes.Route.To to ->
          routed.add(new Incidents.Routed(to.cluster(), labelled.alert()));
      case AlertRoutes.Route.Nowhere nowhere -> {
        counts.alertIgnored(nowhere.reason());
        if (ignored.size() < NAMED) {
          ignored.add(
              new Ignored(
                  labelled.alert().name(), labelled.alert().fingerprint(), nowhere.because()));
        }
        if (logged.firstTime(labelled.alert().episode())) {
          LOG.warn(
              "Alert {} is ignored: {}. Labels: {}",
              oneLine(labelled.alert().name()),
              nowhere.because(),
              oneLine(labelled.labels()));
        }
      }
    }
  }

  /**
   * Returns the text on one line: senders of alerts must not be able to write lines of the
   * gateway's log.
   */
  private static String oneLine(Object text) {
    return CleanText.line(text.toString(), 500);
  }
}
