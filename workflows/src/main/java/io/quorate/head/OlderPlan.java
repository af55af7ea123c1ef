package io.quorate.head;

import io.quorate.cluster.Sentences;
import io.quorate.operation.Briefing;
import io.quorate.operation.Found;
import io.quorate.operation.LossSummary;
import io.quorate.operation.PlanInBrief;
import java.time.Instant;
import java.util.Optional;

/** Plan of a release that recorded none in brief: what its words tell. */
final class OlderPlan {
  private OlderPlan() {}

  private static String withoutStop(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  static PlanInBrief inBrief(Briefing briefing) {
    Found found =
        new Found(
            Sentences.small(withoutStop(briefing.finding())),
            Optional.empty(),
            "",
            "",
            Instant.EPOCH,
            Optional.empty());
    return new PlanInBrief(
        found,
        Sentences.small(briefing.title()),
        briefing
            .loss()
            .map(loss -> Sentences.joined(loss.worst(), briefing.promise()))
            .orElseGet(() -> Sentences.small(briefing.promise())),
        briefing.loss().map(LossSummary::worst).orElse(""));
  }
}
