package io.quorate.gateway.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.quorate.client.Deadlines;
import io.quorate.client.Outcome;
import io.quorate.client.TemporalCalls;
import io.quorate.configuration.HostPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Endpoint of {@code /healthz}, {@code /readyz} and {@code /metrics}. */
final class HealthEndpoint {
  private final TemporalCalls calls;
  private final List<Check> checks;
  private final PrometheusMeterRegistry registry;
  private final Readers readers;

  HealthEndpoint(
      TemporalCalls calls, List<Check> checks, PrometheusMeterRegistry registry, Readers readers) {
    this.calls = calls;
    this.readers = readers;
    this.checks = List.copyOf(checks);
    this.registry = registry;
  }

  /** Readers of metrics and of reasons. */
  interface Readers {
    /** Refuses whoever may not read the metrics, with a {@link HttpProblem}. */
    void checkReader(Context http);

    /** Whether this request may be told why a check fails. */
    boolean lets(Context http);

    /** Lets anybody read the metrics, and those of this machine read why a check fails. */
    static Readers anybody(HostPort listen) {
      return new Readers() {
        @Override
        public void checkReader(Context http) {}

        @Override
        public boolean lets(Context http) {
          return listen.loopback();
        }
      };
    }
  }

  /** Adds the three paths. */
  void routes(RoutesConfig http) {
    http.get("/healthz", this::alive);
    http.get("/readyz", this::ready);
    http.get("/metrics", this::metrics);
  }

  private record Result(String name, boolean ok, boolean gates, Optional<String> problem) {
    Result withoutProblem() {
      return new Result(name, ok, gates, Optional.empty());
    }
  }

  private record Readiness(boolean ready, List<Result> checks) {}

  /** Answers 200 always: trouble elsewhere is no reason to restart this process. */
  private void alive(Context http) {
    Bodies.write(http, 200, Map.of("alive", true));
  }

  /**
   * Answers 200 or 503, with the checks. Why one failed is only for people who are let in: the
   * sentences name addresses and files.
   */
  private void ready(Context http) {
    List<Callable<Optional<String>>> questions =
        checks.stream().<Callable<Optional<String>>>map(one -> one.problem()::get).toList();
    List<Outcome<Optional<String>>> answers = calls.all(Deadlines.PART, questions);
    List<Result> results = new ArrayList<>();
    for (int index = 0; index < checks.size(); index++) {
      results.add(result(checks.get(index), answers.get(index)));
    }
    if (!readers.lets(http)) {
      results.replaceAll(Result::withoutProblem);
    }
    boolean ready = results.stream().allMatch(result -> result.ok() || !result.gates());
    Bodies.write(http, ready ? 200 : 503, new Readiness(ready, results));
  }

  private static Result result(Check check, Outcome<Optional<String>> answer) {
    Optional<String> problem =
        switch (answer) {
          case Outcome.Done<Optional<String>> done -> done.value();
          case Outcome.Missed<Optional<String>> missed -> Optional.of(missed.sentence());
        };
    return new Result(check.name(), problem.isEmpty(), check.gates(), problem);
  }

  private void metrics(Context http) {
    readers.checkReader(http);
    http.contentType("text/plain; version=0.0.4; charset=utf-8").result(registry.scrape());
  }
}
