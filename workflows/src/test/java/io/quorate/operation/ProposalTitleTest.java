package io.quorate.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import org.junit.jupiter.api.Test;

/** What Temporal's list says of an operation that an incident proposed. */
class ProposalTitleTest {
  private static final ClusterKey PAYMENTS = new ClusterKey("payments");

  @Test
  void namesTheMembersOfARunbookAboutMembers() {
    assertThat(ProposalTitle.of(PAYMENTS, "minority-replace", "minority-lost: etcd-1 LOST"))
        .isEqualTo("payments: replace etcd-1");
    assertThat(
            ProposalTitle.of(
                PAYMENTS, "member-restart", "member-stopped: etcd-0 STOPPED, etcd-2 STOPPED"))
        .isEqualTo("payments: restart etcd-0, etcd-2");
  }

  @Test
  void namesTheRunbookOfAnythingElse() {
    assertThat(ProposalTitle.of(PAYMENTS, "majority-recovery", "quorum-lost: etcd-0 LOST"))
        .isEqualTo("payments: majority recovery");
    assertThat(ProposalTitle.of(PAYMENTS, "minority-replace", "minority-lost: "))
        .isEqualTo("payments: minority replace");
  }

  @Test
  void staysOneShortLineHoweverManyMembersThereAre() {
    assertThat(
            ProposalTitle.of(
                PAYMENTS, "minority-replace", "x: " + "etcd-0123456789 LOST, ".repeat(40)))
        .hasSizeLessThanOrEqualTo(200);
  }
}
