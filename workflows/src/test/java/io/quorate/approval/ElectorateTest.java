package io.quorate.approval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Who is left to answer a question. */
class ElectorateTest {
  private static final Electorate TWO =
      new Electorate(Map.of("dana", Set.of("oncall"), "robin", Set.of("oncall")));

  @Test
  void ofTwoApproversNeitherCanAskForWhatNeedsTwo() {
    assertThat(TWO.shortage(Requirement.anybody(2), " Dana ").orElseThrow())
        .startsWith("2 approvals are needed, and only robin can give one, because  Dana  asked.")
        .contains("Let somebody who is no approver or the alert ask.");
    assertThat(TWO.shortage(Requirement.anybody(2), "alert etcdMembersDown")).isEmpty();
    assertThat(TWO.shortage(Requirement.anybody(1), "dana")).isEmpty();
  }

  @Test
  void approversOfOtherGroupsAreNamedAsThoseWhoCouldAsk() {
    Electorate people =
        new Electorate(
            Map.of(
                "dana", Set.of("dba"), "kim", Set.of("oncall"), "robin", Set.of("dba", "oncall")));
    assertThat(people.shortage(new Requirement(2, Optional.of("dba")), "robin").orElseThrow())
        .isEqualTo(
            "2 approvals of dba are needed, and only dana can give one, because robin asked. Let"
                + " kim, somebody who is no approver of dba or the alert ask. Or name more people"
                + " in approval.approvers.dba of quorate.yml, and restart the worker and the"
                + " gateway.");
  }

  @Test
  void whereNoApproverIsLeftAtAllNobodyElseIsSentToAsk() {
    assertThat(new Electorate(Map.of()).shortage(Requirement.anybody(1), "sam").orElseThrow())
        .isEqualTo(
            "1 approval is needed, and nobody can give one. Name more people in"
                + " approval.approvers of quorate.yml, and restart the worker and the gateway.");
  }

  @Property
  void noQuestionThatIsAskedLacksPeopleToAnswerIt(
      @ForAll @Size(max = 5) Set<@IntRange(max = 6) Integer> oncall,
      @ForAll @Size(max = 5) Set<@IntRange(max = 6) Integer> dba,
      @ForAll @IntRange(max = 8) int requester,
      @ForAll @IntRange(max = 3) int approvals,
      @ForAll boolean dbaOnly) {
    Map<String, Set<String>> groups = new HashMap<>();
    oncall.forEach(one -> groups.put("p" + one, Set.of("oncall")));
    dba.forEach(
        one -> groups.merge("p" + one, Set.of("dba"), (had, more) -> Set.of("oncall", "dba")));
    Requirement needed =
        new Requirement(approvals, dbaOnly ? Optional.of("dba") : Optional.empty());
    long able =
        groups.entrySet().stream()
            .filter(one -> !one.getKey().equals("p" + requester))
            .filter(one -> !dbaOnly || one.getValue().contains("dba"))
            .count();
    assertThat(new Electorate(groups).shortage(needed, "P" + requester).isEmpty())
        .isEqualTo(able >= approvals);
  }
}
