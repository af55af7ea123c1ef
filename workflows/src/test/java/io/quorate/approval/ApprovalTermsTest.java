package io.quorate.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Approval.State;
import io.quorate.approval.Decision.Kind;
import io.quorate.step.ApprovalTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Questions that let the requester be one of those who approve, or want a yes outside Slack. */
class ApprovalTermsTest {
  private static final Instant ASKED = Instant.parse("2026-11-29T03:00:00Z");
  private static final String DIGEST = "7f3a91c2" + "0".repeat(56);
  private static final ApprovalTerms REQUESTER = new ApprovalTerms(0, true);
  private static final ApprovalTerms OUTSIDE = new ApprovalTerms(1, false);

  @Test
  void theTypedYesOfARequesterIsOneOfTwoWhereThePolicySaysSo() {
    Approval open = asked(2, Optional.of(REQUESTER), Optional.of("orders"));
    assertThat(said(open, yes("dana", Identity.SLACK, Optional.empty())))
        .isEqualTo(
            "Type the cluster's name to approve: who asked may be one of those who approve.");
    Approval one = after(open, yes("dana", Identity.SLACK, Optional.of("orders")));
    assertThat(one.isOpen()).isTrue();
    assertThat(after(one, yes("dana", Identity.SLACK, Optional.of("orders"))).decisions())
        .as("nobody is two people")
        .hasSize(1);
    assertThat(after(one, yes("robin", Identity.SLACK, Optional.of("orders"))).state())
        .isEqualTo(State.APPROVED);
  }

  @Test
  void aSingleApprovalIsNeverTheRequesters() {
    Requirement one = Requirement.anybody(1).withRequester();
    assertThat(one).isEqualTo(Requirement.anybody(1));
    assertThat(Requirement.anybody(2).withRequester().requesterCounts()).isTrue();
  }

  @Test
  void aRequesterAbortsAndDoesNotReject() {
    Approval open = asked(2, Optional.of(REQUESTER), Optional.of("orders"));
    assertThat(said(open, decision("dana", Kind.REJECT, Identity.SLACK, Optional.empty())))
        .contains("to stop it, abort it");
  }

  @Test
  void theLastApprovalComesFromOutsideSlackWithAToken() {
    Approval open = asked(2, Optional.of(OUTSIDE), Optional.of("orders"));
    assertThat(said(open, yes("robin", Identity.SLACK, Optional.of("orders"))))
        .isEqualTo(
            "Recorded: 1 of 2. One more is needed; it has to come from outside Slack, with a"
                + " token.");
    Approval one = after(open, yes("robin", Identity.SLACK, Optional.of("orders")));
    for (Identity inside : List.of(Identity.SLACK, Identity.LOGIN, Identity.TYPED)) {
      assertThat(said(one, yes("kim", inside, Optional.of("orders"))))
          .isEqualTo(
              "Not recorded: the approval that is still needed has to come from outside Slack, with"
                  + " a token: log in on the page with your token, or quorate approve"
                  + " orders.5f0c2d11 --digest 7f3a91c2 --confirm CLUSTER.");
    }
    assertThat(after(one, yes("kim", Identity.TOKEN, Optional.of("orders"))).state())
        .isEqualTo(State.APPROVED);
  }

  @Test
  void aYesOnThePageReplacesTheYesOfThePersonInSlack() {
    Approval one =
        after(
            asked(2, Optional.of(OUTSIDE), Optional.empty()),
            yes("robin", Identity.SLACK, Optional.empty()),
            yes("Robin", Identity.TOKEN, Optional.empty()));
    assertThat(one.decisions())
        .singleElement()
        .satisfies(d -> assertThat(d.outsideSlack()).isTrue());
    assertThat(one.refused()).isEmpty();
    assertThat(after(one, yes("kim", Identity.SLACK, Optional.empty())).state())
        .isEqualTo(State.APPROVED);
  }

  @Test
  void aTokenThatIsShownInSlackIsNotOutsideSlack() {
    Decision login = yes("kim", Identity.TOKEN, Door.SLACK);
    Approval one = after(asked(1, Optional.of(OUTSIDE), Optional.empty()), login);
    assertThat(one.isOpen()).isTrue();
  }

  /**
   * Whoever asks, and whatever the terms: a question that is asked is approved once everybody who
   * may has said yes outside Slack, and nobody else helps.
   */
  @Property(tries = 500)
  void noOpenQuestionIsOneThatNobodyCanAnswer(
      @ForAll @Size(max = 4) Set<@IntRange(max = 4) Integer> oncall,
      @ForAll @Size(max = 4) Set<@IntRange(max = 4) Integer> dba,
      @ForAll @IntRange(max = 6) int requester,
      @ForAll @IntRange(min = 1, max = 3) int approvals,
      @ForAll @IntRange(max = 3) int outside,
      @ForAll boolean requesterCounts,
      @ForAll boolean dbaOnly) {
    Map<String, Set<String>> groups = new HashMap<>();
    oncall.forEach(one -> groups.put("p" + one, new TreeSet<>(Set.of("oncall"))));
    dba.forEach(one -> groups.computeIfAbsent("p" + one, any -> new TreeSet<>()).add("dba"));
    String asks = "P" + requester;
    Requirement bare =
        new Requirement(
            approvals,
            dbaOnly ? Optional.of("dba") : Optional.empty(),
            Optional.of(new ApprovalTerms(Math.min(outside, approvals), false)));
    Requirement needed = requesterCounts ? bare.withRequester() : bare;
    boolean isAsked = new Electorate(groups).shortage(needed, asks).isEmpty();

    Approval slack = open(needed, asks, Optional.of("orders"));
    for (int person = 0; person <= 6; person++) {
      slack = after(slack, by("p" + person, groups, Identity.SLACK));
    }
    assertThat(slack.state() == State.APPROVED)
        .as("in Slack alone")
        .isEqualTo(isAsked && needed.outsideSlack() == 0);
    Approval all = slack;
    for (int person = 0; person <= 6; person++) {
      all = after(all, by("p" + person, groups, Identity.TOKEN));
    }

    assertThat(all.state() == State.APPROVED).as("%s", all.refused()).isEqualTo(isAsked);
    assertThat(all.decisions())
        .allSatisfy(yes -> assertThat(yes.by()).isIn(named(groups, needed)))
        .hasSizeLessThanOrEqualTo(approvals);
    assertThat(all.decisions().stream().map(Decision::by).distinct())
        .hasSameSizeAs(all.decisions());
  }

  /** The people whom the policy names for this question, but for a requester who does not count. */
  private static Set<String> named(Map<String, Set<String>> groups, Requirement needed) {
    return groups.entrySet().stream()
        .filter(one -> needed.group().isEmpty() || one.getValue().contains(needed.group().get()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static Approval asked(
      int approvals, Optional<ApprovalTerms> terms, Optional<String> typed) {
    return open(new Requirement(approvals, Optional.empty(), terms), "dana", typed);
  }

  private static Approval open(Requirement needed, String requester, Optional<String> typed) {
    return Approval.of(
        new Question(
            "orders.5f0c2d11.1",
            DIGEST,
            needed,
            requester,
            ASKED,
            ASKED.plus(Duration.ofHours(4)),
            typed));
  }

  private static Approval after(Approval approval, Decision... decisions) {
    Approval last = approval;
    for (Decision decision : decisions) {
      last = last.decide(decision).approval();
    }
    return last;
  }

  private static String said(Approval approval, Decision decision) {
    return approval.decide(decision).answer().sentence();
  }

  private static Decision by(String who, Map<String, Set<String>> groups, Identity identity) {
    return new Decision(
        DIGEST,
        who,
        groups.getOrDefault(who, Set.of()),
        identity == Identity.SLACK ? Door.SLACK : Door.PAGE,
        Kind.APPROVE,
        "",
        ASKED.plusSeconds(60),
        Optional.of("orders"),
        Optional.of("orders.5f0c2d11.1"),
        Optional.of(identity));
  }

  private static Decision yes(String by, Identity identity, Optional<String> typed) {
    return decision(by, Kind.APPROVE, identity, typed);
  }

  private static Decision yes(String by, Identity identity, Door door) {
    return new Decision(
        DIGEST,
        by,
        Set.of("oncall"),
        door,
        Kind.APPROVE,
        "",
        ASKED.plusSeconds(60),
        Optional.empty(),
        Optional.of("orders.5f0c2d11.1"),
        Optional.of(identity));
  }

  private static Decision decision(
      String by, Kind kind, Identity identity, Optional<String> typed) {
    return new Decision(
        DIGEST,
        by,
        Set.of("oncall"),
        identity == Identity.SLACK ? Door.SLACK : Door.COMMAND_LINE,
        kind,
        "",
        ASKED.plusSeconds(60),
        typed,
        Optional.of("orders.5f0c2d11.1"),
        Optional.of(identity));
  }
}
