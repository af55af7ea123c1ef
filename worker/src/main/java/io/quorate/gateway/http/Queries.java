package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.quorate.client.ListedOperations;
import io.quorate.cluster.NearNames;
import io.quorate.cluster.StableName;
import io.quorate.operation.Phase;
import io.quorate.runbook.Runbooks;
import io.quorate.wire.ClusterChoice;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Parameters of the lists. */
final class Queries {
  private Queries() {}

  /**
   * Reads a parameter; refuses one that cannot be decoded. Javalin drops such a parameter, and the
   * answer would be about everything.
   */
  static Optional<String> text(Context http, String name) {
    String query = http.queryString();
    try {
      if (query != null) {
        URLDecoder.decode(query, StandardCharsets.UTF_8);
      }
      return Optional.ofNullable(http.queryParam(name)).filter(text -> !text.isBlank());
    } catch (IllegalArgumentException e) {
      throw HttpProblem.badRequest("The query is not well formed.");
    }
  }

  /** Reads the length of a page. */
  static int limit(Context http, int usual, int most) {
    Optional<String> typed = text(http, "limit");
    int limit = typed.filter(text -> text.matches("\\d{1,6}")).map(Integer::parseInt).orElse(usual);
    if (limit < 1 || limit > most || typed.filter(text -> !text.matches("\\d+")).isPresent()) {
      throw HttpProblem.badRequest("'limit' is a number from 1 to " + most + ".");
    }
    return limit;
  }

  /** Reads which clusters are wanted. */
  static ClusterChoice choice(Context http) {
    Optional<String> finding = text(http, "finding").map(StableName::ofTyped);
    finding
        .flatMap(ClusterChoice::objection)
        .ifPresent(
            why -> {
              throw HttpProblem.badRequest(why);
            });
    return new ClusterChoice(
        !text(http, "all").orElse("true").equals("false"),
        text(http, "zone"),
        text(http, "site"),
        finding,
        text(http, "version"),
        limit(http, ClusterChoice.USUAL, ClusterChoice.MOST),
        text(http, "page"));
  }

  /** Reads which operations are wanted. */
  static ListedOperations.Choice operations(Context http) {
    Optional<String> state = text(http, "state").map(StableName::ofTyped);
    Optional<Phase> phase =
        state.flatMap(
            name -> Stream.of(Phase.values()).filter(one -> one.words().equals(name)).findFirst());
    if (state.isPresent() && phase.isEmpty()) {
      List<String> names = Stream.of(Phase.values()).map(Phase::words).toList();
      throw HttpProblem.badRequest(
          "There is no state "
              + NearNames.quoted(state.get())
              + NearNames.questionAndList(state.get(), "States", names));
    }
    Optional<String> page = text(http, "page");
    if (page.filter(token -> !token.matches("[-_A-Za-z0-9]{1,4000}")).isPresent()) {
      throw HttpProblem.badRequest("'page' is the 'next' of a page.");
    }
    return new ListedOperations.Choice(
        phase,
        text(http, "runbook").map(name -> Runbooks.typed(name).name()),
        limit(http, 100, 1000),
        page);
  }
}
