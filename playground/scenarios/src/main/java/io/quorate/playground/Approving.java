package io.quorate.playground;

import io.quorate.lab.slack.ChannelMessage;
import io.quorate.lab.slack.Person;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.killing.KillPoint.Moment;
import io.quorate.playground.telling.Narrator;
import io.quorate.slack.ButtonValue;
import io.quorate.wire.ShowJson;
import io.quorate.wire.ShowJson.ApprovalJson;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The approvals of a play: clicks in Slack as people would, or tells people where to click; kills
 * the worker at the moments of {@code ask-approval}.
 */
final class Approving {
  private static final Duration BUTTON = Duration.ofSeconds(60);

  private static final Duration HEARD = Duration.ofSeconds(10);

  /**
   * Time after which a click without visible effect is repeated: its answer may have been lost with
   * the killed worker.
   */
  private static final long PATIENCE_NANOS = Duration.ofSeconds(20).toNanos();

  private static final List<Person> PEOPLE = List.of(Person.DANA, Person.ROBIN);

  private final Stage stage;
  private final Narrator narrator;
  private final Approve approve;
  private final Set<KillPoint> kills = new HashSet<>();
  private final Set<String> told = new HashSet<>();
  private Optional<String> clicked = Optional.empty();
  private long clickedAt;

  Approving(Stage stage, Narrator narrator, Approve approve, Set<KillPoint> kills) {
    this.stage = stage;
    this.narrator = narrator;
    this.approve = approve;
    this.kills.addAll(kills);
  }

  /** Looks at an operation and handles its open question, if any. */
  void look(ShowJson operation) {
    Optional<ApprovalJson> open = operation.openApproval();
    if (open.isPresent()) {
      killAt(Moment.BEFORE);
      ask(operation, open.get());
    } else if (!told.isEmpty() || clicked.isPresent()) {
      killAt(Moment.AFTER);
    }
  }

  private void ask(ShowJson operation, ApprovalJson question) {
    if (approve == Approve.ASK) {
      sayWhere(operation, question);
      killAt(Moment.WAIT);
      return;
    }
    int given = question.decisions().size();
    String vote = question.id() + " " + given;
    boolean waiting =
        clicked.filter(vote::equals).isPresent() && System.nanoTime() - clickedAt < PATIENCE_NANOS;
    if (!waiting && given < PEOPLE.size()) {
      click(PEOPLE.get(given), vote, question);
    }
  }

  private void click(Person person, String vote, ApprovalJson question) {
    SlackEmulator slack = stage.slack();
    slack.awaitButton(BUTTON, ButtonValue.APPROVE);
    killAt(Moment.WAIT);
    List<ChannelMessage> questions =
        slack.messages().stream()
            .filter(message -> message.buttons().contains(ButtonValue.APPROVE))
            .toList();
    if (questions.isEmpty()) {
      return;
    }
    clicked = Optional.of(vote);
    clickedAt = System.nanoTime();
    boolean heard =
        slack
            .click(questions.getLast(), ButtonValue.APPROVE, person)
            .completeOnTimeout(false, HEARD.toMillis(), TimeUnit.MILLISECONDS)
            .join();
    narrator.tell(
        person.name()
            + (heard ? " clicks Approve in Slack" : " clicks Approve, and nobody listens"));
    if (heard) {
      question.typed().ifPresent(name -> type(person, name));
    }
  }

  /** Types the name of the cluster into the dialog that the click opened. */
  private void type(Person person, String name) {
    SlackEmulator slack = stage.slack();
    if (slack.dialog(person).isEmpty()) {
      narrator.tell("no dialog opens for " + person.name());
      return;
    }
    boolean heard =
        slack
            .submit(person, Map.of("name", name))
            .completeOnTimeout(false, HEARD.toMillis(), TimeUnit.MILLISECONDS)
            .join();
    narrator.tell(person.name() + " types " + name + (heard ? "" : ", and nobody listens"));
  }

  private void sayWhere(ShowJson operation, ApprovalJson question) {
    if (told.add(question.id())) {
      narrator.plain(
          "\nYour answer is needed. Click in Slack: "
              + stage.slack().pageUrl()
              + "\nor: quorate approve "
              + operation.operation()
              + " --digest "
              + question.digest().substring(0, 8)
              + question.typed().map(" --confirm "::concat).orElse("")
              + " --as "
              + Person.DANA.name()
              + " --config "
              + stage.folder().configuration()
              + "\n");
    }
  }

  private void killAt(Moment moment) {
    var point = new KillPoint(KillPoint.ASK_APPROVAL, moment);
    if (kills.remove(point)) {
      stage.worker().kill("at " + point);
    }
  }
}
