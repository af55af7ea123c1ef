package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WhatIfVerbTest {
  private static final String APPROVERS =
      "approval: {approvers: {oncall: [{name: alice, slack: T1/U1}, {name: bob, slack: T1/U2}]}}\n";

  @TempDir Path directory;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = new Desk(directory).configure(APPROVERS);
  }

  @Test
  void withoutALossEveryMemberAndZoneIsJudged() {
    assertThat(desk.type("what-if", "payments")).isZero();
    assertThat(desk.out().lines().map(line -> line.split(" {2,}", 5)[0]))
        .containsExactly("LOSS OF", "etcd-0", "etcd-1", "etcd-2", "zone a", "zone b", "zone c");
    assertThat(desk.out())
        .contains(
            "zone a   etcd-0  0 to spare  replace etcd-0  1 approver   no acknowledged write");
  }

  @Test
  void theTableHasEverySiteAndTheOneThatEndsQuorumIsFirst() {
    desk.sees(Drawn.WHOLE.in("east", "west", "east"));

    assertThat(desk.type("what-if", "payments")).isZero();
    assertThat(desk.out().lines().map(line -> line.split(" {2,}", 5)[0]))
        .startsWith("LOSS OF", "site east")
        .endsWith("site west");
    assertThat(desk.out()).contains("site east  etcd-0, etcd-2  gone ");
    assertThat(desk.type("what-if", "payments", "--lose", "site=east")).isZero();
    assertThat(desk.out())
        .startsWith("Stated: the loss of site east. It has not happened.\n")
        .contains(
            "Do today: Site east has 2 of 3 voters. With two sites the loss of one of them always"
                + " ends quorum: spread the voters over three.\n");
  }

  @Test
  void theAnswerToAStatedLossIsThePlanOnceItHappened() throws Exception {
    assertThat(desk.type("what-if", "payments", "--lose", "etcd-1", "-o", "json")).isZero();
    Golden.check("whatif.json", desk.out());
    JsonNode stated = new ObjectMapper().readTree(desk.out()).path("losses").path(0);

    desk.sees(Drawn.ONE_LOST);
    desk.type("plan", "minority-replace", "payments", "--member", "etcd-1", "-o", "json");

    assertThat(stated.path("answer")).isEqualTo(new ObjectMapper().readTree(desk.out()));
  }

  @Test
  void printsThePlanTheApproversAndTheCostOfAStatedLoss() {
    assertThat(desk.type("what-if", "payments", "--lose", "etcd-1")).isZero();
    assertThat(desk.out())
        .startsWith("Stated: the loss of etcd-1. It has not happened.\nFound then: etcd-1 is lost")
        .contains("\nReplace etcd-1 of payments   digest ")
        .contains("\nApproved by: 1 approver\nCosts: no acknowledged write while");
  }

  @Test
  void aLossOfQuorumIsCheaperAfterABackupAndADrill() {
    desk.type("what-if", "payments", "--lose", "zone=a", "--lose", "etcd-1");
    assertThat(desk.out())
        .contains("Found then: Quorum is lost")
        .contains("Do today: Save a snapshot, for there is none: quorate start backup payments\n")
        .contains("Do today: Try a restore, for nobody knows how long one takes: quorate start");
  }

  @Test
  void saysTodayThatNobodyCouldApproveThePlan() {
    desk.configure("");

    desk.type("what-if", "payments", "--lose", "etcd-1");

    assertThat(desk.out())
        .contains("\nReplace etcd-1 of payments   digest ")
        .contains("Do today: 1 approval is needed, and nobody can give one.");
  }

  @Test
  void refusesALossOfWhatTheClusterDoesNotHave() {
    assertThat(desk.type("what-if", "payments", "--lose", "zone=q")).isEqualTo(2);
    assertThat(desk.err()).contains("payments has no zone 'q'").contains("Known: a, b, c");
    assertThat(desk.type("what-if", "payments", "--lose", "jump=bastion")).isEqualTo(2);
    assertThat(desk.err()).contains("payments has no bastion 'bastion'.\n");
    assertThat(desk.type("what-if", "payments", "--lose", "moon=1")).isEqualTo(2);
    assertThat(desk.err()).contains("nothing of the kind 'moon' can be lost");
  }

  @Test
  void refusesExpiredCertificatesWhereClientsAreServedWithoutTls() {
    assertThat(desk.type("what-if", "payments", "--expired")).isEqualTo(2);
    assertThat(desk.err()).contains("no member of payments has a client URL with https");
  }

  @Test
  void saysNothingOfALossWhereNobodyAnswers() {
    desk.sees(Drawn.DARK);

    assertThat(desk.type("what-if", "payments")).isEqualTo(5);
  }
}
