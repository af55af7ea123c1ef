package io.quorate.gateway.http;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
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
record AskedQuestion(OperationExecution target, String digest, Decision.Kind kind) {
  /**
   * Result of the search.
   *
   * @param id of the question; empty where nobody can tell which one the person read
   * @param refusal why it is empty, in a sentence for the person
   */
  record Named(Optional<String> id, String refusal) {
    static Named of(String id) {
      return new Named(Optional.of(id), "");
    }

    static Named refused(String why) {
      return new Named(Optional.empty(), why);
    }
  }

  /**
   * Returns the operation's question about such a plan, else its last question, which then refuses
   * the digest with a reason; the operation's id if it asked nothing yet.
   */
  Named of(OperationState state) {
    List<Question> asked = state.approvals().reversed().stream().map(Approval::question).toList();
    List<String> about =
        asked.stream().filter(question -> question.isAbout(digest)).map(Question::id).toList();
    return about.isEmpty()
        ? Named.of(asked.stream().findFirst().map(Question::id).orElse(target.operation()))
        : named(about);
  }

  /** Returns the question about such a plan in the history. */
  Named of(Histories histories) {
    List<String> about =
        histories.timeline(target) instanceof Outcome.Done<TimelineJson> done
            ? done.value().entries().reversed().stream()
                .map(EntryJson::question)
                .flatMap(Optional::stream)
                .filter(question -> question.isAbout(digest))
                .map(QuestionJson::id)
                .distinct()
                .toList()
            : List.of();
    return about.isEmpty() ? Named.refused(unknown()) : named(about);
  }

  /** A yes to one of several questions about equal plans has to name the one that was read. */
  private Named named(List<String> newestFirst) {
    return newestFirst.size() > 1 && kind == Decision.Kind.APPROVE
        ? Named.refused(
            "Not recorded: "
                + target.operation()
                + " has asked about this plan "
                + newestFirst.size()
                + " times, because the cluster changed between. Read what is asked now: quorate"
                + " show "
                + target.operation()
                + ". Then approve it as it is printed there, with --question.")
        : Named.of(newestFirst.getFirst());
  }

  private String unknown() {
    return "Not recorded: no question of "
        + target.operation()
        + " about a plan with digest "
        + Question.shortDigest(digest)
        + " is known. Read what is asked, then decide: quorate show "
        + target.operation()
        + ".";
  }
}
