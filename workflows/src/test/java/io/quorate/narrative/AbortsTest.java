package io.quorate.narrative;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.plan.Plan;
import io.quorate.step.Hazard;
import io.quorate.step.Moves.CopyMember;
import io.quorate.step.QuorumNeed;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.step.Step;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an abort takes back, at every step of every plan of the narratives. */
class AbortsTest {
  /** An abort ends at the first step that it cannot take back, and must not leave a voter held. */
  @Test
  void nothingThatAnAbortDoesBeforeItStartsAVoterCountsOnTheOthersToVote() throws IOException {
    Set<String> before = new TreeSet<>();
    Set<String> counting = new TreeSet<>();
    for (Plan plan : plans()) {
      for (int last = 1; last <= plan.steps().size(); last++) {
        for (Step undo : beforeAStart(takenBack(plan.steps().subList(0, last)), plan.seen())) {
          before.add(undo.name());
          if (undo.quorumNeed() == QuorumNeed.WITH_QUORUM) {
            counting.add(undo.sentence() + ", in: " + plan.title());
          }
        }
      }
    }

    assertThat(counting).isEmpty();
    assertThat(before).contains("set-copy-aside", "switch-release");
  }

  /** The member that is copied is held, by this plan or by an earlier attempt. */
  @Test
  void anAbortOfACopyStartsTheCopiedMemberAgain() throws IOException {
    int copies = 0;
    for (Plan plan : plans()) {
      for (int at = 0; at < plan.steps().size(); at++) {
        if (plan.steps().get(at) instanceof CopyMember copy) {
          assertThat(takenBack(plan.steps().subList(0, at + 1)))
              .as(plan.title())
              .contains(new ResumeMember(copy.member()));
          copies++;
        }
      }
    }
    assertThat(copies).isGreaterThan(3);
  }

  private static List<Step> beforeAStart(List<Step> back, ClusterView seen) {
    for (int start = back.size() - 1; start >= 0; start--) {
      if (back.get(start) instanceof ResumeMember resume
          && seen.member(resume.member()).filter(Member::isVoter).isPresent()) {
        return back.subList(0, start);
      }
    }
    return List.of();
  }

  /** The undo steps, from the last one that may have begun to the first that cannot be undone. */
  private static List<Step> takenBack(List<Step> begun) {
    List<Step> back = new ArrayList<>();
    for (Step step : begun.reversed()) {
      if (step != begun.getLast() && step.hazard().compareTo(Hazard.IRREVERSIBLE) >= 0) {
        break;
      }
      step.undo().ifPresent(back::add);
    }
    return back;
  }

  private static List<Plan> plans() throws IOException {
    List<Plan> plans = new ArrayList<>();
    try (Stream<Path> all = Files.walk(Path.of("src/test/narratives"))) {
      for (Path file : all.filter(one -> one.toString().endsWith(".txt")).sorted().toList()) {
        Scene scene = new Scene();
        for (Narrative.Case one : Narrative.read(Files.readString(file)).cases()) {
          one.answer(scene);
          scene.prescribed().filter(plan -> !plans.contains(plan)).ifPresent(plans::add);
        }
      }
    }
    return plans;
  }
}
