package io.quorate.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.timeline.IncidentEvents;
import io.quorate.wire.ReportJson;
import io.quorate.wire.ReportJson.OperationJson;
import io.quorate.wire.ReportJson.ProcessJson;
import io.quorate.wire.ReportJson.SeenJson;
import io.quorate.wire.TimelineJson;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Changes between two operations, in the words of a report. */
class OutsideChangesTest {
  private static final Optional<Map<String, String>> THREE =
      Optional.of(Map.of("a1", "http://one", "a2", "http://two", "a3", "http://three"));
  private static final Optional<Map<String, String>> TWO =
      Optional.of(Map.of("a1", "http://one", "a2", "http://two"));

  private List<String> notices = List.of();

  @Test
  void saysWhoWasStartedAndWhoWasRemovedInOneSentence() {
    assertThat(
            between(
                seen("03:41", THREE, List.of("etcd-2"), runs("etcd-2", "a2", ProcessJson.STOPPED)),
                seen("03:55", TWO, List.of(), runs("etcd-2", "a2", ProcessJson.RUNS))))
        .contains(
            "Between 03:41:00 and 03:55:00, outside Quorate: etcd-2 was started; member a3 was"
                + " removed.");
  }

  @Test
  void namesTheMemberWhoseIdALookKnows() {
    assertThat(
            between(
                seen("03:41", TWO, List.of(), runs("etcd-2", "a2", ProcessJson.RUNS)),
                seen("03:55", THREE, List.of(), runs("etcd-3", "a3", ProcessJson.RUNS))))
        .hasValueSatisfying(
            words -> assertThat(words).endsWith("member a3 (etcd-3) was added at http://three."));
  }

  @Test
  void anotherVersionAndAnotherOwnerOfTheDataAreNamed() {
    ProcessJson before = process("etcd-1", Optional.of("3.5.9"), Optional.of("member a1"));
    ProcessJson now = process("etcd-1", Optional.of("3.5.21"), Optional.of("member a9"));
    assertThat(
            between(
                seen("03:41", TWO, List.of(), Optional.of(List.of(before))),
                seen("03:55", TWO, List.of(), Optional.of(List.of(now)))))
        .hasValueSatisfying(
            words ->
                assertThat(words)
                    .endsWith(
                        "etcd-1 runs etcd 3.5.21 and was 3.5.9; the data directory of etcd-1 is of"
                            + " member a9 and was member a1."));
  }

  @Test
  void answersTellWhereProcessesAreNotStored() {
    assertThat(
            between(
                seen("03:41", TWO, List.of("etcd-2"), Optional.empty()),
                seen("03:55", TWO, List.of("etcd-1"), Optional.empty())))
        .hasValueSatisfying(
            words -> assertThat(words).endsWith("etcd-2 answers again; etcd-1 answers no more."));
  }

  @Test
  void aListThatNoLeaderConfirmedTellsNothingOfTheMembership() {
    assertThat(
            between(
                seen("03:41", THREE, List.of(), Optional.empty()),
                seen("03:55", Optional.empty(), List.of(), Optional.empty())))
        .isEmpty();
  }

  @Test
  void equalLooksSayNothing() {
    SeenJson same = seen("03:41", TWO, List.of(), runs("etcd-2", "a2", ProcessJson.RUNS));
    assertThat(between(same, same)).isEmpty();
  }

  @Test
  void aMissingLookIsNamed() {
    assertThat(sentence(Optional.empty(), Optional.of(seen("03:55", TWO, List.of(), none()))))
        .contains(
            "What changed outside Quorate between operations 1 and 2 is not known: no look after"
                + " operation 1 is stored.");
  }

  @Test
  void anOperationThatIsMissingMayHaveMadeTheChange() {
    notices = List.of("payments.2 is left out.");
    assertThat(
            between(seen("03:41", THREE, List.of(), none()), seen("03:55", TWO, List.of(), none())))
        .hasValueSatisfying(
            words -> assertThat(words).contains("outside the operations of this report: member"));
  }

  private Optional<String> between(SeenJson from, SeenJson to) {
    return sentence(Optional.of(from), Optional.of(to));
  }

  private Optional<String> sentence(Optional<SeenJson> from, Optional<SeenJson> to) {
    ReportJson report =
        Reports.ofIncident(
            "payments.1",
            "payments",
            new IncidentEvents(
                at("03:30"), Optional.empty(), List.of(), List.of(), List.of(), List.of()),
            List.of(operation("1", "03:35", from), operation("2", "03:54", to)),
            notices);
    return new OutsideChanges(report).before(1);
  }

  private static OperationJson operation(String id, String begun, Optional<SeenJson> seen) {
    return new OperationJson(
        "",
        Optional.empty(),
        List.of(),
        new TimelineJson(
            "payments." + id,
            "payments",
            "minority-replace",
            "Replace",
            "dana",
            at(begun),
            "rejected",
            Optional.of(at(begun).plusSeconds(60)),
            List.of(),
            "person"),
        Optional.empty(),
        seen,
        seen);
  }

  private static SeenJson seen(
      String time,
      Optional<Map<String, String>> members,
      List<String> silent,
      Optional<List<ProcessJson>> processes) {
    return new SeenJson(at(time), members, silent, processes);
  }

  private static Optional<List<ProcessJson>> none() {
    return Optional.empty();
  }

  private static Optional<List<ProcessJson>> runs(String name, String id, String state) {
    return Optional.of(
        List.of(new ProcessJson(name, Optional.of(id), state, Optional.empty(), Optional.empty())));
  }

  private static ProcessJson process(String name, Optional<String> version, Optional<String> data) {
    return new ProcessJson(name, Optional.empty(), ProcessJson.RUNS, version, data);
  }

  private static Instant at(String time) {
    return Instant.parse("2026-11-28T" + time + ":00Z");
  }
}
