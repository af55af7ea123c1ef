package io.quorate.wire;

import io.quorate.diagnosis.Diagnosis;
import io.quorate.operation.Briefing;
import io.quorate.operation.PlanInBrief;
import io.quorate.recording.Recording;
import io.quorate.runbook.LossAnswer;
import io.quorate.runbook.WhatIf;
import io.quorate.view.NamedLoss;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Output of {@code quorate what-if -o json}: losses that are stated and have not happened, the
 * worst first.
 */
public record WhatIfJson(String cluster, List<LossJson> losses) {
  public WhatIfJson {
    losses = List.copyOf(losses);
  }

  /**
   * Loss that is stated.
   *
   * @param lose what is lost, as {@code --lose} takes it
   * @param words what is lost, in words: {@code zone a}
   * @param voters names of the voters that answer today and would not then
   * @param diagnosis stable name of what would be diagnosed
   * @param finding the same in a sentence
   * @param margin how many more voters could be lost then; below 0 quorum is lost; null where
   *     Quorate could not tell
   * @param answer what would be proposed, as {@code quorate plan} gives it; null where no runbook
   *     has an answer
   * @param proposed what the plan does, in brief; null without a plan
   * @param needs how many would have to approve it, of whom; null without a plan
   * @param costs what the plan would cost, the worst first; null without a plan
   * @param lostSeconds time whose writes would be lost at most, if the loss came now; null where
   *     none are lost, and where nothing bounds it
   * @param trialSeconds time that the last good trial took for what would be done; null where there
   *     was none
   * @param cheaper what could be done today so that the loss would cost less
   */
  public record LossJson(
      List<String> lose,
      String words,
      List<String> voters,
      String diagnosis,
      String finding,
      Optional<Integer> margin,
      Optional<PlanJson> answer,
      Optional<String> proposed,
      Optional<String> needs,
      Optional<String> costs,
      Optional<Long> lostSeconds,
      Optional<Long> trialSeconds,
      List<String> cheaper) {
    public LossJson {
      lose = List.copyOf(lose);
      voters = List.copyOf(voters);
      cheaper = List.copyOf(cheaper);
    }

    /** Returns the JSON of one judged loss, in the words of this release. */
    static LossJson of(WhatIf judged, String release) {
      LossAnswer answer = judged.answer();
      Diagnosis found = answer.diagnosis();
      Optional<Briefing> briefing =
          judged.plan().map(plan -> new Recording(release).plan(plan, found).briefing());
      Optional<PlanInBrief> brief = briefing.flatMap(Briefing::brief);
      return new LossJson(
          judged.losses().stream().map(NamedLoss::text).toList(),
          NamedLoss.words(judged.losses()),
          judged.lostVoters().stream().map(voter -> voter.name().value()).toList(),
          found.code().words(),
          found.sentence(),
          judged.margin(),
          judged
              .runbook()
              .map(asked -> PlanJson.of(judged.today().cluster(), asked, answer.prescription())),
          brief.map(PlanInBrief::proposed),
          briefing.map(Briefing::needs),
          brief.map(PlanInBrief::costs),
          judged.lostTime().map(Duration::toSeconds),
          judged.tookOnTrial().map(Duration::toSeconds),
          judged.cheaper());
    }
  }

  /** Returns the JSON of these losses, in their order. */
  public static WhatIfJson of(String cluster, List<WhatIf> losses, String release) {
    return new WhatIfJson(cluster, losses.stream().map(one -> LossJson.of(one, release)).toList());
  }
}
