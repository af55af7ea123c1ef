package io.quorate.runbook.rehearsal;

import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.view.NamedLoss;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Request for a rehearsal.
 *
 * @param losses that are stated; none: one member, or all voters where a recovery without quorum is
 *     rehearsed
 * @param runbook whose plan is rehearsed; empty: the one that answers the loss
 */
public record RehearsalRequest(List<NamedLoss> losses, Optional<String> runbook) {
  static final String LOSE = "lose";
  static final String RUNBOOK = "runbook";

  public RehearsalRequest {
    losses = List.copyOf(losses);
  }

  static RehearsalRequest of(Options options) {
    return new RehearsalRequest(
        options.all(LOSE).stream()
            .flatMap(text -> Arrays.stream(text.split(",")))
            .filter(name -> !name.isBlank())
            .map(NamedLoss::parse)
            .toList(),
        options.all(RUNBOOK).stream().findFirst().map(name -> Runbooks.typed(name).name()));
  }

  /** Returns the options of this request, about these losses. */
  Map<String, List<String>> about(List<NamedLoss> chosen) {
    Map<String, List<String>> options = new TreeMap<>();
    options.put(
        LOSE, List.of(chosen.stream().map(NamedLoss::text).collect(Collectors.joining(","))));
    runbook.ifPresent(name -> options.put(RUNBOOK, List.of(name)));
    return options;
  }

  String title() {
    String what = NamedLoss.words(losses);
    return "rehearse "
        + (what.isEmpty() ? runbook.orElse("the loss of a member") : "the loss of " + what);
  }
}
