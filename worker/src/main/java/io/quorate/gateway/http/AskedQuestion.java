package io.quorate.gateway.http;

import io.quorate.approval.Approval;
import io.quorate.approval.Question;
import io.quorate.client.Histories;
import io.quorate.client.OperationExecution;
import io.quorate.client.Outcome;
import io.quorate.operation.OperationState;
import io.quorate.wire.TimelineJson;
import io.quorate.wire.TimelineJson.EntryJson;
import io.quorate.wire.TimelineJson.QuestionJson;
import java.util.List;
import java.util.Optional;

/**
 * Name of the question that a person answers who names an operation and the digest of its plan. The
 * operation tells it; while no worker answers, its history does.
 */
record AskedQuestion(OperationExecution target, String digest) {
  /**
   * Returns the operation's last question about such a plan, else the last one it asked, which says
   * by itself why this digest is not its own; the operation's own id where it asked nothing yet.
   */
  String of(OperationState state) {
    List<Question> asked = state.approvals().reversed().stream().map(Approval::question).toList();
    return asked.stream()
        .filter(question -> question.isAbout(digest))
        .findFirst()
        .or(() -> asked.stream().findFirst())
        .map(Question::id)
        .orElse(target.operation());
  }

  /** Returns the last question about such a plan in the history; empty where none is there. */
  Optional<String> of(Histories histories) {
    return histories.timeline(target) instanceof Outcome.Done<TimelineJson> done
        ? done.value().entries().reversed().stream()
            .map(EntryJson::question)
            .flatMap(Optional::stream)
            .filter(question -> question.isAbout(digest))
            .map(QuestionJson::id)
            .findFirst()
        : Optional.empty();
  }

  /** Returns the refusal of a decision whose question nobody can name. */
  String unknown() {
    return "Not recorded: no question of "
        + target.operation()
        + " about a plan with digest "
        + Question.shortDigest(digest)
        + " is known. Read what is asked, then decide: quorate show "
        + target.operation()
        + ".";
  }
}
