package io.quorate.head;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Approval;
import io.quorate.approval.Decision;
import io.quorate.approval.Door;
import io.quorate.cluster.ClusterKey;
import io.quorate.operation.Alert;
import io.quorate.operation.Found;
import io.quorate.operation.IncidentState;
import io.quorate.operation.OperationState;
import io.quorate.operation.Phase;
import io.quorate.operation.PlanInBrief;
import io.quorate.operation.RestoreDone;
import io.quorate.operation.StepState;
import io.quorate.operation.StepState.Progress;
import io.quorate.reminder.ReminderSettings;
import io.quorate.reminder.Reminders;
import io.quorate.step.Hazard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** First lines of a matter, in each phase and at each end: {@code src/test/heads/phases.txt}. */
class HeadTest {
  private static final Path GOLDEN = Path.of("src/test/heads/phases.txt");

  private static final String WORKS =
      "3 voters, margin 1, data equal at revision 48,990, no alarm.";
  private static final String KEPT = " The old data is kept until 2026-12-05.";

  private static final PlanInBrief THROW_AWAY =
      new PlanInBrief(
          new Found(
              "the cluster works, and its data is called wrong: /payments/accounts/ was deleted",
              Optional.empty(),
              "",
              "",
              Matter.LOOKED,
              Optional.empty()),
          "throw away what was written after 02:55",
          "every write after 02:55, until the cluster is stopped; at least 534 are known to be"
              + " lost",
          "Loses at least 534 writes.");

  private static Map<String, Matter> matters() {
    Matter asked = Matter.asked();
    Matter one = asked.yes("dana", Door.SLACK, "03:09");
    Matter both = one.yes("robin", Door.PAGE, "03:10");
    Map<String, Matter> all = new LinkedHashMap<>();
    all.put("asked", asked);
    all.put("one of two", one);
    all.put("by a person", asked.by("alice").about(THROW_AWAY));
    all.put("assessing", asked.withoutPlan().in(Phase.ASSESSING, "looking at the cluster"));
    all.put(
        "assessing again",
        both.in(Phase.ASSESSING, "looking at the cluster again")
            .with(
                WritesOfAMatterTest.step("start-restored", Hazard.DESTRUCTIVE, Progress.DONE),
                WritesOfAMatterTest.step("promote-learner", Hazard.REVERSIBLE, Progress.PENDING)));
    all.put("running", both.in(Phase.RUNNING, "Restore"));
    all.put("paused", both.in(Phase.PAUSED, "paused by dana before step 2"));
    all.put("parked", both.in(Phase.PARKED, "etcd exited with 1 three times."));
    all.put(
        "parked at a step",
        both.in(Phase.PARKED, "stopped at step 2 of 2, Start etcd-0: etcd exited with 1. Log: x"));
    all.put("completed", both.in(Phase.COMPLETED, WORKS + KEPT));
    all.put("not needed", asked.withoutPlan().in(Phase.NOT_NEEDED, "All 3 voters vote."));
    all.put(
        "refused",
        asked.withoutPlan().in(Phase.REFUSED, "etcd-1 of payments is alive. Look at the network."));
    all.put(
        "rejected",
        one.decided("robin", Decision.Kind.REJECT, Door.PAGE, "migration\nat *noon*", "03:12")
            .in(Phase.REJECTED, "Rejected by robin (page). Nothing was changed."));
    all.put(
        "expired",
        asked
            .ended(Approval.State.EXPIRED)
            .in(Phase.EXPIRED, "Nobody answered in time. Nothing was changed."));
    all.put(
        "expired with one yes",
        one.ended(Approval.State.EXPIRED)
            .in(Phase.EXPIRED, "Nobody answered in time. Nothing was changed."));
    all.put("void", asked.ended(Approval.State.VOID).in(Phase.ASSESSING, "looking again."));
    all.put(
        "aborted",
        asked
            .ended(Approval.State.VOID)
            .in(Phase.ABORTED, "Aborted by dana before the approval. Nothing was changed."));
    all.put("stopped", both.in(Phase.STOPPED, "After 5 rounds there is still something to do."));
    return all;
  }

  @Test
  void everyPhaseAndEveryEndHasTheHeadOfTheFile() throws IOException {
    StringBuilder text = new StringBuilder();
    matters()
        .forEach(
            (name, matter) -> {
              Head head = Head.of(matter.state(), Matter.NOW, Optional.empty());
              text.append("# ").append(name).append('\n');
              head.lines().forEach(line -> text.append(line).append('\n'));
              text.append('(').append(head.push().length()).append(") ");
              text.append(head.push()).append("\n\n");
            });
    if (Boolean.getBoolean("narratives.rewrite")) {
      Files.writeString(GOLDEN, text.toString());
    }
    assertThat(text).hasToString(Files.readString(GOLDEN));
  }

  @Test
  void aLostQuorumHasTheFiveLinesThatWereAskedFor() {
    Matter one = Matter.asked().yes("dana", Door.SLACK, "03:09");
    Reach reach =
        new Reach(
            Optional.empty(), Optional.empty(), Optional.of(Instant.parse("2026-11-21T03:19:00Z")));

    Head head = Head.of(one.state(), Matter.NOW, Optional.of(reach));

    assertThat(head.wrong())
        .startsWith("payments: quorum is lost since 03:02, 14 min. All writes fail.");
    assertThat(head.proposed())
        .isEqualTo("Proposed: restore the snapshot of 02:55 as a new cluster.");
    assertThat(head.costs())
        .isEqualTo(
            "Costs: every write after 02:55, how many is unknown; at least 534 are known to be"
                + " lost.");
    assertThat(head.asked())
        .isEqualTo(
            "Asked by alert etcdInsufficientMembers. Needs 2: dana (yes, 03:09), one more of"
                + " oncall. Until 07:04.");
    assertThat(head.next()).isEqualTo("Nothing happens until then. Next reminder 03:19.");
  }

  @Test
  void aNotificationNeverHasMoreThan150Characters() {
    matters()
        .values()
        .forEach(
            matter ->
                assertThat(Head.of(matter.state(), Matter.NOW, Optional.empty()).push())
                    .hasSizeLessThanOrEqualTo(150));
    String word = "a-very-long-name-of-a-member-that-somebody-chose-";
    PlanInBrief wordy =
        new PlanInBrief(
            new Found(
                word.repeat(4) + " is lost",
                Optional.empty(),
                word,
                word,
                Matter.LOOKED,
                Optional.empty()),
            "replace " + word.repeat(4),
            word.repeat(9),
            "Loses " + word.repeat(4));
    String push = Head.of(Matter.asked().about(wordy).state(), Matter.NOW, Optional.empty()).push();
    assertThat(push).hasSizeLessThanOrEqualTo(150).contains("Proposed: replace", "Loses ");
  }

  /** The push had the runbook's name, the alert twice and a negative margin. */
  @Test
  void aNotificationSaysWhatIsWrongAndNeitherRunbookNorAlert() {
    String push = Head.of(Matter.asked().state(), Matter.NOW, Optional.empty()).push();

    assertThat(push)
        .isEqualTo(
            "payments: quorum is lost since 03:02, 14 min. All writes fail. Proposed: restore the"
                + " snapshot of 02:55 as a new cluster. Loses at least 534 writes.");
  }

  /** Throwing away the data of a working cluster looked like a rescue. */
  @Test
  void dataThatIsCalledWrongIsTheFirstLineAndTheClusterWorksComesBeforeIt() {
    Head head = Head.of(Matter.asked().about(THROW_AWAY).state(), Matter.NOW, Optional.empty());

    assertThat(head.wrong()).startsWith("payments: the cluster works").contains("was deleted");
    assertThat(head.title()).isEqualTo("payments: throw away what was written after 02:55");
    assertThat(head.push()).contains("534");
  }

  @Test
  void everyEndOfARestoreSaysHowItIsUndone() {
    StepState aside =
        WritesOfAMatterTest.step("leave-old-directory", Hazard.DESTRUCTIVE, Progress.DONE);
    Matter restored = Matter.asked().in(Phase.ABORTED, "Aborted by dana.");

    Head head =
        Head.of(
            restored
                .with(
                    aside.ended(Progress.DONE, Matter.NOW, "/var/lib/etcd.aside"),
                    WritesOfAMatterTest.step("restore-member", Hazard.DESTRUCTIVE, Progress.DONE))
                .state(),
            Matter.NOW,
            Optional.empty());

    assertThat(head.costs()).startsWith("Cost: every write after 02:55");
    assertThat(head.next())
        .isEqualTo(
            "It can be undone until a client writes: quorate undo payments.5f0c2d11. Kept:"
                + " /var/lib/etcd.aside. Aborted by dana.");
  }

  @Test
  void aRestoreThatARetryFoundDoneHasItsCost() {
    OperationState aborted =
        Matter.asked()
            .in(Phase.ABORTED, "Aborted by dana.")
            .with(
                WritesOfAMatterTest.step(
                    "restore-member", Hazard.DESTRUCTIVE, Progress.ALREADY_DONE))
            .state();

    assertThat(RestoreDone.of(aborted).orElseThrow().cost()).startsWith("every write after 02:55");
  }

  @Test
  void theEndOfALaterRoundSaysWhatTheRestoreCost() {
    OperationState restoring =
        Matter.asked()
            .in(Phase.RUNNING, "Restore")
            .with(WritesOfAMatterTest.step("restore-member", Hazard.DESTRUCTIVE, Progress.DONE))
            .state();
    String notice = RestoreDone.of(restoring).orElseThrow().sentence();
    Matter later = Matter.asked().about(THROW_AWAY).in(Phase.COMPLETED, WORKS);

    Head head =
        Head.of(later.noticed(RestoreDone.TOPIC, notice).state(), Matter.NOW, Optional.empty());

    assertThat(notice)
        .isEqualTo(
            "The restore that this operation did cost every write after 02:55, how many is unknown;"
                + " at least 534 are known to be lost.");
    assertThat(head.costs()).isEqualTo(notice);
  }

  @Test
  void thePersonOnItAndTheNextReminderEndTheHead() {
    Reach reach =
        new Reach(
            Optional.of("dana"),
            Optional.of(Instant.parse("2026-11-21T03:05:00Z")),
            Optional.of(Instant.parse("2026-11-22T03:19:00Z")));

    assertThat(Head.of(Matter.asked().state(), Matter.NOW, Optional.of(reach)).next())
        .isEqualTo(
            "Nothing happens until then. dana is on it since 03:05. Next reminder 2026-11-22"
                + " 03:19.");
  }

  @Test
  void theNextReminderFollowsFromTheSettingsAndIsHalvedWithoutQuorum() {
    OperationState asked = Matter.asked().state();
    Reminders usual = new Reminders(Optional.of(ReminderSettings.DEFAULT), Optional.empty());

    assertThat(Head.of(asked, Matter.NOW, usual.reach(asked, Matter.NOW)).next())
        .isEqualTo("Nothing happens until then. Next reminder 03:16.");
    assertThat(Head.of(asked, Matter.NOW, Reminders.OFF.reach(asked, Matter.NOW)).next())
        .isEqualTo("Nothing happens until then.");
  }

  @Test
  void anIncidentTellsFindingAnswerAndAlerts() {
    IncidentState state =
        new IncidentState(
            new ClusterKey("payments"),
            Instant.parse("2026-11-21T03:02:00Z"),
            true,
            "etcd-1 does not answer. etcd-0 and etcd-2 hold quorum; one more loss stops all"
                + " writes.",
            "No runbook answers this: a person has to look.",
            Optional.empty(),
            Optional.empty(),
            List.of(new Alert("etcdMembersDown", "f", Matter.LOOKED, true)),
            1,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    assertThat(Head.of(state, Matter.NOW, Optional.empty()).lines())
        .containsExactly(
            "payments: etcd-1 does not answer. etcd-0 and etcd-2 hold quorum; one more loss stops"
                + " all writes.",
            "No runbook answers this: a person has to look.",
            "Alerts that fire: etcdMembersDown.",
            "Incident since 03:02, 14 min.");
  }

  @Test
  void aPlanThatAnEarlierReleaseRecordedHasAHeadOfItsWords() {
    assertThat(OlderPlan.inBrief(Matter.asked().state().briefing().orElseThrow()))
        .satisfies(
            plan -> {
              assertThat(plan.found().wrong()).startsWith("quorum is lost: only 1 of 3");
              assertThat(plan.proposed()).isEqualTo("restore payments from x.db");
              assertThat(plan.costs()).startsWith("acknowledged writes are lost");
            });
  }
}
