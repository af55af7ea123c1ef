package io.quorate.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.Approval.Answered;
import io.quorate.approval.Approval.State;
import io.quorate.approval.Decision.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ApprovalTest {
  private static final Instant ASKED = Instant.parse("2026-11-21T03:02:24Z");
  private static final Instant EXPIRES = ASKED.plus(Duration.ofHours(4));
  private static final String DIGEST = "7f3a91c2" + "0".repeat(56);

  @Provide
  Arbitrary<List<Decision>> decisions() {
    Arbitrary<String> digest =
        Arbitraries.of(DIGEST, DIGEST, DIGEST.substring(0, 8), "7f3a91c", "7f3a91c3", "");
    Arbitrary<String> by = Arbitraries.of("dana", "Dana ", "robin", "kim", "alert", " ALERT");
    Arbitrary<Set<String>> groups = Arbitraries.of("oncall", "dba").set().ofMaxSize(2);
    Arbitrary<Instant> at = Arbitraries.of(1, 239, 240, 300).map(m -> ASKED.plusSeconds(60L * m));
    Arbitrary<Kind> kind =
        Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.just(Kind.APPROVE)),
            Tuple.of(1, Arbitraries.just(Kind.REJECT)));
    return Combinators.combine(digest, by, groups, kind, at)
        .as(
            (d, who, of, what, when) ->
                new Decision(
                    d,
                    who,
                    of,
                    Door.SLACK,
                    what,
                    "",
                    when,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()))
        .list()
        .ofMaxSize(8);
  }

  /** A workflow writes it into its texts, and must not fail at a digest that is not there. */
  @Test
  void aDigestIsShortenedAlsoWhenItIsShortAlready() {
    assertThat(Question.shortDigest("7f3a91c2d4")).isEqualTo("7f3a91c2");
    assertThat(Question.shortDigest("7f")).isEqualTo("7f");
    assertThat(Question.shortDigest("")).isEmpty();
  }

  @Property(tries = 1000)
  void onlyEnoughDifferentApproversInTimeWhoReadThePlanApprove(
      @ForAll("decisions") List<Decision> decisions,
      @ForAll @IntRange(min = 1, max = 3) int needed,
      @ForAll boolean dbaOnly) {
    Optional<String> group = dbaOnly ? Optional.of("dba") : Optional.empty();
    Approval end = after(question(needed, group), decisions);
    if (end.state() == State.APPROVED) {
      Set<String> people =
          decisions.stream()
              .filter(d -> d.kind() == Kind.APPROVE && d.at().isBefore(EXPIRES))
              .filter(d -> d.digest().equals(DIGEST) || d.digest().equals("7f3a91c2"))
              .filter(d -> dbaOnly ? d.groups().contains("dba") : !d.groups().isEmpty())
              .map(d -> d.by().strip().toLowerCase(Locale.ROOT))
              .filter(name -> !name.equals("alert"))
              .collect(Collectors.toSet());
      assertThat(people).hasSizeGreaterThanOrEqualTo(needed);
    }
  }

  @Property
  void theOrderOfYesesDoesNotMatter(@ForAll("decisions") List<Decision> drawn, @ForAll long seed) {
    List<Decision> yes = drawn.stream().filter(d -> d.kind() == Kind.APPROVE).toList();
    List<Decision> shuffled = new ArrayList<>(yes);
    Collections.shuffle(shuffled, new Random(seed));
    assertThat(after(question(2, Optional.empty()), shuffled).state())
        .isEqualTo(after(question(2, Optional.empty()), yes).state());
  }

  @Property
  void aRepeatedDecisionChangesNothing(@ForAll("decisions") List<Decision> decisions) {
    Approval approval = Approval.of(question(2, Optional.empty()));
    for (Decision decision : decisions) {
      Answered first = approval.decide(decision);
      Answered again = first.approval().decide(decision);
      assertThat(again.approval().state()).isEqualTo(first.approval().state());
      assertThat(again.approval().decisions()).isEqualTo(first.approval().decisions());
      assertThat(again.answer().counted()).isEqualTo(first.answer().counted());
      assertThat(again.approval().decide(decision).approval()).isEqualTo(again.approval());
      approval = first.approval();
    }
  }

  @Test
  void aRefusalIsKeptOnceForEachPersonAndForTheFirstPeopleOnly() {
    Approval asked = Approval.of(question(1, Optional.of("dba")));
    Decision stranger = decision("stranger", Set.of(), Kind.APPROVE);
    assertThat(asked.refusedBefore(stranger)).isEmpty();
    asked = asked.decide(stranger).approval();
    assertThat(asked.refusedBefore(stranger)).isPresent();
    assertThat(asked.refusedBefore(yes("alert"))).as("somebody else").isEmpty();
    for (int name = 0; name < 40; name++) {
      asked = asked.decide(decision("stranger " + name, Set.of(), Kind.APPROVE)).approval();
    }
    assertThat(asked.refused()).hasSize(20);
    assertThat(asked.refusedBefore(yes("alert")))
        .hasValueSatisfying(why -> assertThat(why).startsWith("You asked for this"));
    assertThat(asked.refusedBefore(yes("dana"))).as("an approver").isEmpty();
  }

  @Test
  void eachAnswerTellsThePersonWhereTheyStand() {
    Approval open = Approval.of(question(2, Optional.of("dba")));
    assertThat(said(open, yes("alert"))).startsWith("You asked for this, so somebody else has to");
    assertThat(said(open, no("alert"))).contains("to stop it, abort it");
    assertThat(said(open, decision("stranger", Set.of(), Kind.APPROVE)))
        .isEqualTo("stranger is not an approver of this installation.");
    assertThat(said(open, decision("dana", Set.of("oncall"), Kind.APPROVE)))
        .isEqualTo("Only approvers of dba decide about this.");
    Answered first = open.decide(yes("dana"));
    assertThat(first.answer()).isEqualTo(counted("Recorded: 1 of 2. One more of dba is needed."));
    Answered second = first.approval().decide(yes("robin"));
    assertThat(second.answer()).isEqualTo(counted("Recorded: 2 of 2. It begins now."));
    assertThat(said(second.approval(), yes("kim")))
        .isEqualTo("Not recorded: already approved by robin at 2026-11-21T03:03:24Z.");
    assertThat(said(second.approval(), yes("dana")))
        .isEqualTo("Recorded already, at 2026-11-21T03:03:24Z.");
    assertThat(said(second.approval().voided("gone"), yes("dana")))
        .contains("the plan changed since");
    assertThat(said(open.at(EXPIRES), yes("dana"))).contains("expired at 2026-11-21T07:02:24Z");
  }

  @Test
  void aYesCountsOnceAndOnlyForThePlanOfTheQuestion() {
    Approval open = Approval.of(question(2, Optional.empty())).decide(yes("dana")).approval();
    assertThat(said(open, ofPlan("7F3A91C2")))
        .as("eight characters name a plan")
        .isEqualTo("Recorded already, at 2026-11-21T03:03:24Z.");
    for (String digest : List.of("7f3a91c", "7f3a91c3", "")) {
      assertThat(said(open, ofPlan(digest)))
          .as("'%s'", digest)
          .startsWith("Not recorded: the question is about the plan with digest 7f3a91c2.");
    }
  }

  @Test
  void aDecisionIsToldWithPersonDoorAndReason() {
    assertThat(yes("dana").who()).isEqualTo("dana (Slack)");
    assertThat(
            new Decision(
                    DIGEST,
                    "robin",
                    Set.of("dba"),
                    Door.COMMAND_LINE,
                    Kind.REJECT,
                    "wait for the backup",
                    ASKED,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty())
                .who())
        .isEqualTo("robin (command line): wait for the backup");
  }

  @Test
  void aNoEndsTheQuestionEvenAfterAYesOfTheSamePerson() {
    Answered yes = Approval.of(question(2, Optional.of("dba"))).decide(yes("dana"));
    Answered no = yes.approval().decide(no("dana"));
    assertThat(no.answer()).isEqualTo(counted("Recorded: rejected."));
    assertThat(no.approval().state()).isEqualTo(State.REJECTED);
    assertThat(no.approval().approvedAt()).isEmpty();
    assertThat(said(no.approval(), yes("robin"))).contains("already rejected by dana");
    assertThat(no.approval().at(EXPIRES).state()).isEqualTo(State.REJECTED);
    assertThat(no.approval().voided("gone").state()).isEqualTo(State.REJECTED);
  }

  @Test
  void anUnansweredQuestionExpiresAndApprovesNothing() {
    Approval open = Approval.of(question(1, Optional.empty()));
    assertThat(open.at(EXPIRES.minusMillis(1)).isOpen()).isTrue();
    assertThat(open.at(EXPIRES).state()).isEqualTo(State.EXPIRED);
    assertThat(open.at(EXPIRES).isGoodAt(EXPIRES, ApprovalPolicy.YES_IS_GOOD_FOR)).isFalse();
    assertThat(open.openFor(ASKED)).isEqualTo(Duration.ofHours(4));
    assertThat(open.openFor(EXPIRES.plusSeconds(1))).isEqualTo(Duration.ZERO);
  }

  @Test
  void aYesIsGoodForAQuarterOfAnHour() {
    Approval approved = after(question(1, Optional.empty()), List.of(yes("dana")));
    Instant yes = ASKED.plusSeconds(60);
    assertThat(approved.approvedAt()).contains(yes);
    assertThat(approved.isGoodAt(yes.plus(Duration.ofMinutes(15)), ApprovalPolicy.YES_IS_GOOD_FOR))
        .isTrue();
    assertThat(
            approved.isGoodAt(
                yes.plus(Duration.ofMinutes(15)).plusMillis(1), ApprovalPolicy.YES_IS_GOOD_FOR))
        .isFalse();
    assertThat(approved.voided("too old").isGoodAt(yes, ApprovalPolicy.YES_IS_GOOD_FOR)).isFalse();
    assertThat(approved.at(EXPIRES).state()).isEqualTo(State.APPROVED);
  }

  @Test
  void aQuestionOfZeroApprovalsIsApprovedAtOnce() {
    Approval approved = Approval.of(question(0, Optional.empty()));
    assertThat(approved.state()).isEqualTo(State.APPROVED);
    assertThat(approved.approvedAt()).isEmpty();
    assertThat(approved.isGoodAt(EXPIRES, ApprovalPolicy.YES_IS_GOOD_FOR)).isTrue();
  }

  @Test
  void aYesToWhatCanCostWritesCarriesTheNameOfTheClusterLetterByLetter() {
    Approval open = Approval.of(wantingTheName("payments"));
    assertThat(said(open, yes("dana")))
        .isEqualTo("Type the cluster's name to approve: this can cost acknowledged writes.");
    assertThat(said(open, yesTyping("  "))).isEqualTo(said(open, yes("dana")));
    for (String other : List.of("Payments", "payment", "paymentss", "main", "pay ments")) {
      assertThat(said(open, yesTyping(other)))
          .isEqualTo(
              "Type the cluster's name to approve: this can cost acknowledged writes. You typed "
                  + other
                  + ", which is not the name of the cluster.");
      assertThat(open.decide(yesTyping(other)).approval().refused()).hasSize(1);
      assertThat(open.decide(yesTyping(other)).approval().isOpen()).isTrue();
    }
    assertThat(open.decide(yesTyping(" payments\n")).approval().state()).isEqualTo(State.APPROVED);
  }

  @Test
  void theAnswerRepeatsTheTypedNameOnAShortLine() {
    Approval open = Approval.of(wantingTheName("payments"));
    assertThat(said(open, yesTyping("a\nb")))
        .endsWith("You typed a b, which is not the name of the cluster.");
    assertThat(said(open, yesTyping("x".repeat(3000)))).hasSizeLessThan(200).contains("x…,");
  }

  @Test
  void aNoNeedsNoTypedNameAndTheRightToDecideComesFirst() {
    Approval open = Approval.of(wantingTheName("payments"));
    assertThat(open.decide(no("dana")).approval().state()).isEqualTo(State.REJECTED);
    assertThat(said(open, yes("alert"))).startsWith("You asked for this");
    assertThat(said(open, typing(Optional.of("payments"), "kim", Set.of(), Kind.APPROVE)))
        .isEqualTo("kim is not an approver of this installation.");
  }

  private static Question wantingTheName(String cluster) {
    return new Question(
        "main.5f0c2d11.1",
        DIGEST,
        Requirement.anybody(1),
        "alert",
        ASKED,
        EXPIRES,
        Optional.of(cluster));
  }

  @Test
  void aDecisionThatIsOlderThanItsQuestionDoesNotCount() {
    Approval open = Approval.of(question(1, Optional.empty()));
    Answered early = open.decide(of(Optional.empty(), ASKED.minusSeconds(1)));
    assertThat(early.approval().isOpen()).isTrue();
    assertThat(early.approval().refused()).hasSize(1);
    assertThat(early.answer().sentence())
        .isEqualTo(
            "Not recorded: the decision is of 2026-11-21T03:02:23Z, and the question was asked"
                + " later, at 2026-11-21T03:02:24Z. Read it, then decide again.");
    assertThat(open.decide(of(Optional.empty(), ASKED)).answer().counted()).isTrue();
    assertThat(open.decide(of(Optional.empty(), Instant.EPOCH)).answer().counted()).isFalse();
  }

  @Test
  void aDecisionThatNamesItsQuestionMayComeFromAClockThatLagsAFewMinutes() {
    Approval open = Approval.of(question(1, Optional.empty()));
    Optional<String> named = Optional.of(open.question().id());
    assertThat(open.decide(of(named, ASKED.minusSeconds(290))).answer().counted()).isTrue();
    assertThat(open.decide(of(named, ASKED.minusSeconds(310))).answer().counted()).isFalse();
  }

  @Test
  void aDecisionAboutAnotherQuestionOfAnEqualPlanDoesNotCount() {
    Approval open = Approval.of(question(1, Optional.empty()));
    Answered other =
        open.decide(of(Optional.of("main.0a0b0c0d.1\n" + "x".repeat(500)), ASKED.plusSeconds(9)));
    assertThat(other.approval().isOpen()).isTrue();
    assertThat(other.answer().sentence())
        .startsWith("Not recorded: this was about question main.0a0b0c0d.1 xxx")
        .endsWith(
            "…, and the question that is open is main.5f0c2d11.1. Read it, then decide about that"
                + " one.")
        .hasSizeLessThan(300);
    Approval closed = open.decide(yes("dana")).approval();
    assertThat(said(closed, of(Optional.of("main.0a0b0c0d.1"), ASKED.plusSeconds(9))))
        .as("a closed question says how it ended")
        .startsWith("Not recorded: already approved by dana");
  }

  private static Decision of(Optional<String> question, Instant at) {
    return new Decision(
        DIGEST,
        "robin",
        Set.of("dba"),
        Door.SLACK,
        Kind.APPROVE,
        "",
        at,
        Optional.empty(),
        question,
        Optional.empty());
  }

  @Test
  void aRepeatedAttemptThatDoesNotCountIsKeptOnce() {
    Approval open = Approval.of(question(1, Optional.empty()));
    Approval twice = after(question(1, Optional.empty()), List.of(yes("alert"), yes("alert")));
    assertThat(twice.refused()).hasSize(1);
    assertThat(open.decide(yes("alert")).answer().counted()).isFalse();
  }

  private static Approval after(Question question, List<Decision> decisions) {
    Approval approval = Approval.of(question);
    for (Decision decision : decisions) {
      approval = approval.decide(decision).approval();
    }
    return approval;
  }

  private static Question question(int needed, Optional<String> group) {
    return new Question(
        "main.5f0c2d11.1",
        DIGEST,
        new Requirement(needed, group),
        "alert",
        ASKED,
        EXPIRES,
        Optional.empty());
  }

  private static Decision yes(String by) {
    return decision(by, Set.of("dba"), Kind.APPROVE);
  }

  private static Decision no(String by) {
    return decision(by, Set.of("dba"), Kind.REJECT);
  }

  private static Decision ofPlan(String digest) {
    return new Decision(
        digest,
        "dana",
        Set.of("dba"),
        Door.SLACK,
        Kind.APPROVE,
        "",
        ASKED.plusSeconds(90),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static Decision decision(String by, Set<String> groups, Kind kind) {
    return typing(Optional.empty(), by, groups, kind);
  }

  private static Decision typing(Optional<String> words, String by, Set<String> groups, Kind kind) {
    return new Decision(
        DIGEST,
        by,
        groups,
        Door.SLACK,
        kind,
        "",
        ASKED.plusSeconds(60),
        words,
        Optional.empty(),
        Optional.empty());
  }

  private static Decision yesTyping(String words) {
    return typing(Optional.of(words), "dana", Set.of("dba"), Kind.APPROVE);
  }

  private static String said(Approval approval, Decision decision) {
    return approval.decide(decision).answer().sentence();
  }

  private static DecisionAnswer counted(String sentence) {
    return new DecisionAnswer(true, sentence);
  }
}
