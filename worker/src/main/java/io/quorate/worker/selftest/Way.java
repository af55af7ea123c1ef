package io.quorate.worker.selftest;

import io.quorate.configuration.SelfTestConfiguration;
import io.quorate.wire.RequestJson;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.ApprovalJson;
import io.quorate.wire.TimelineEvent;
import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.worker.selftest.Course.Part;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Way of one alert, as whoever stands at the gateway sees it.
 *
 * @param began when the alert began, in whole seconds
 */
public record Way(Door door, KeptMessages messages, Instant began) {
  private static final Set<String> TOLD =
      Set.of(
          TimelineEvent.REQUESTED.words(),
          TimelineEvent.QUESTION_ASKED.words(),
          TimelineEvent.DECISION.words(),
          TimelineEvent.ENDED.words());

  /** Returns the stages after the start. */
  public List<Part> parts() {
    return List.of(
        new Part(Stage.ALERT, this::alert),
        new Part(Stage.FINDING, this::finding),
        new Part(Stage.QUESTION, this::question),
        new Part(Stage.MESSAGE, this::message),
        new Part(Stage.DECISION, this::decision),
        new Part(Stage.END, this::end),
        new Part(Stage.TIMELINE, this::timeline),
        new Part(Stage.CLOSE, this::close));
  }

  private Optional<String> alert() {
    String answer = door.alert(began);
    return answer.contains("\"accepted\":1") ? Optional.empty() : Optional.of(answer);
  }

  private Optional<String> finding() {
    return door.incidents().stream()
            .anyMatch(
                row ->
                    !row.openedAt().isBefore(began) && row.headline().startsWith("member stopped"))
        ? Optional.empty()
        : Optional.of("no incident says that a member is stopped: " + door.incidents());
  }

  private Optional<String> question() {
    ShowJson seen = door.operation();
    return open(seen).isPresent() ? Optional.empty() : Optional.of(stands(seen));
  }

  private Optional<String> message() {
    return open(door.operation()).filter(asked -> messages.has(asked.id())).isPresent()
        ? Optional.empty()
        : Optional.of("the notifier has not shown the question.");
  }

  /** The yes may have counted although nobody answered; then no question is open any more. */
  private Optional<String> decision() {
    ShowJson seen = door.operation();
    Optional<RequestJson.Answer> answer =
        open(seen).map(asked -> door.approve(seen.operation(), asked));
    return answer.filter(said -> !said.counted()).map(RequestJson.Answer::sentence);
  }

  private Optional<String> end() {
    ShowJson seen = door.operation();
    return seen.hasCompleted() ? Optional.empty() : Optional.of(stands(seen));
  }

  private Optional<String> timeline() {
    TimelineJson read = door.timeline(door.operation().operation());
    Set<String> told = read.entries().stream().map(EntryJson::what).collect(Collectors.toSet());
    boolean decided =
        read.entries().stream()
            .filter(entry -> entry.what().equals(TimelineEvent.DECISION.words()))
            .flatMap(entry -> entry.who().stream())
            .anyMatch(who -> who.name().equals(SelfTestConfiguration.APPROVER) && who.counted());
    return told.containsAll(TOLD) && decided && read.requester().equals("alert")
        ? Optional.empty()
        : Optional.of("it has only " + told);
  }

  private Optional<String> close() {
    return door.incidents().stream()
            .anyMatch(row -> !row.openedAt().isBefore(began) && row.closedAt().isPresent())
        ? Optional.empty()
        : Optional.of("the incident is open, although every member votes.");
  }

  private Optional<ApprovalJson> open(ShowJson seen) {
    return Optional.of(seen)
        .filter(one -> !one.requestedAt().isBefore(began))
        .flatMap(ShowJson::openApproval);
  }

  private static String stands(ShowJson seen) {
    return "%s is %s: %s".formatted(seen.operation(), seen.state(), seen.because());
  }
}
