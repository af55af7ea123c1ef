package io.quorate.playground.telling;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.load.KeepingClient;
import io.quorate.wire.Json;
import io.quorate.wire.NumberOrUnknown;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final Verdict.LossJson NONE = loss(Optional.of(0L), 0, null);

  private static final String ASIDE = "/hosts/etcd-1/data.aside-playground.01a1fe31-1f";

  private static Verdict.LossJson loss(Optional<Long> most, long least, @Nullable String source) {
    return new Verdict.LossJson(
        new NumberOrUnknown(most), new NumberOrUnknown(Optional.of(least)), source);
  }

  private static Verdict verdict(String... differences) {
    return verdict(0, NONE, differences);
  }

  private static Verdict verdict(long lost, Verdict.LossJson announced, String... differences) {
    return new Verdict(
        "lost-member",
        "completed",
        28.9,
        "playground.01a1fe31",
        1,
        List.of(new Verdict.StepTime("Remove member etcd-1 (1f)", 2.8)),
        new Verdict.WritesJson(2269, 72, lost, 216),
        announced,
        new KeepingClient.Kept("compacted", 2197, "alive", "held"),
        1,
        List.of(member("etcd-0", "2a"), member("etcd-1", "3b")),
        "3.6.16",
        List.of(ASIDE),
        List.of(new Verdict.OriginalJson("etcd-1", ASIDE, 3, List.of())),
        List.of(differences));
  }

  private static SeenMember member(String name, String id) {
    return new SeenMember(
        name,
        id,
        "voter",
        name.equals("etcd-0"),
        "3.6.16",
        2273L,
        218L,
        List.of("http://127.0.0.1:2380"),
        List.of("http://127.0.0.1:2379"));
  }

  @Test
  void theJsonKeepsTheFieldNames() {
    assertThat(Json.text(verdict()))
        .startsWith(
            "{\"scenario\":\"lost-member\",\"outcome\":\"completed\",\"seconds\":28.9,"
                + "\"operation\":\"playground.01a1fe31\",\"rounds\":1,\"steps\":[{\"sentence\":\"Remove"
                + " member etcd-1 (1f)\",\"seconds\":2.8}],"
                + "\"writes\":{\"acknowledged\":2269,\"failed\":72,\"lost\":0,"
                + "\"longestStallMillis\":216},\"announcedLoss\":{\"writes\":0,\"certainlyLost\":0,\"source\":null},"
                + "\"client\":{\"watch\":\"compacted\",\"events\":2197,\"lease\":\"alive\","
                + "\"lock\":\"held\"},\"workerKills\":1,\"members\":[{\"name\":\"etcd-0\",");
  }

  @Test
  void theTextTellsStepsWritesMembersAndOldData() {
    assertThat(new VerdictText(verdict()).text())
        .isEqualTo(
            """

            lost-member: completed in 28.9 s, operation playground.01a1fe31, etcd 3.6.16, the worker was killed once

                 2.8 s  Remove member etcd-1 (1f)

            Writes: 2,269 acknowledged, 72 failed, 0 lost. Longest stall 0.2 s.
            A client's watch: compacted, 2,197 changes heard of. Its lease: alive. Its lock: held.
            All members have the same data at revision 2,273.
              etcd-0   2a  voter, leader
              etcd-1   3b  voter
            Old data directory kept: /hosts/etcd-1/data.aside-playground.01a1fe31-1f
            Old data that is byte for byte what its process left: etcd-1, 3 files.
            The cluster is as it should be, and nothing acknowledged was lost.
            """);
  }

  @Test
  void aLossThatCannotBeCountedIsAnnouncedAsUnknownAndCoversAnyLoss() {
    Verdict.LossJson unknown = loss(Optional.empty(), 12, "snapshot a.db");
    Verdict verdict = verdict(30, unknown);

    assertThat(Json.text(verdict))
        .contains(
            "\"announcedLoss\":{\"writes\":\"unknown\",\"certainlyLost\":12,"
                + "\"source\":\"snapshot a.db\"}");
    assertThat(new VerdictText(verdict).text())
        .contains(
            "30 lost.",
            "Announced before the approval: going on with snapshot a.db loses at least 12, at most"
                + " unknown.",
            "The cluster is as it should be, and no loss was left out of what was announced.");
    assertThat(unknown.covers(30)).isTrue();
    assertThat(NONE.covers(1)).isFalse();
    assertThat(loss(Optional.of(30L), 12, "snapshot a.db").covers(31)).isFalse();
  }

  @Test
  void anAnnouncedCertainLossMustNotExceedTheLoss() {
    Verdict.LossJson twelve = loss(Optional.empty(), 12, "snapshot a.db");
    assertThat(twelve.certainOfNoMoreThan(12)).isTrue();
    assertThat(twelve.certainOfNoMoreThan(11)).isFalse();
    assertThat(NONE.certainOfNoMoreThan(0)).isTrue();
  }

  @Test
  void aDifferenceInOldDataNamesTheMemberAndTheFile() {
    assertThat(new Verdict.OriginalJson("etcd-1", ASIDE, 3, List.of()).differences()).isEmpty();
    assertThat(
            new Verdict.OriginalJson("etcd-1", ASIDE, 3, List.of("member/db was changed"))
                .differences())
        .containsExactly(
            "the old data of etcd-1 is not what its process left: member/db was changed in "
                + ASIDE);
    assertThat(
            new Verdict.OriginalJson("etcd-1", null, 1, List.of("member/db is gone")).differences())
        .containsExactly(
            "the old data of etcd-1 is not what its process left: member/db is gone, with the"
                + " directory");
  }

  @Test
  void aDifferenceMakesTheVerdictBadAndIsNamed() {
    Verdict bad = verdict("a learner is left over");
    assertThat(bad.good()).isFalse();
    assertThat(new VerdictText(bad).text())
        .contains("NOT AS IT SHOULD BE: a learner is left over")
        .doesNotContain("as it should be, and nothing");
  }
}
