package io.quorate.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The form of a report that is kept beside the snapshots. Files of it outlive every history: a
 * field is added, and none is changed or taken away.
 */
class KeptReportTest {
  private static final String KEPT =
      """
      {"incident":"payments.0a1b2c3d","kind":"incident","cluster":"payments",
       "headline":"etcd-1 was lost and is replaced.",
       "openedAt":"2026-11-21T03:02:24Z","closedAt":"2026-11-21T03:12:24Z",
       "alerts":[{"name":"etcdMembersDown","startsAt":"2026-11-21T03:02:00Z",
         "heardAt":"2026-11-21T03:02:24Z","resolvedAt":null}],
       "findings":[{"at":"2026-11-21T03:02:30Z","name":"minority-lost",
         "sentence":"etcd-1 is lost.","writes":"possible"}],
       "milestones":[{"name":"alert","at":"2026-11-21T03:02:24Z","secondsSinceLast":0,
         "secondsSinceFirst":0}],
       "outages":[{"from":"2026-11-21T03:05:00Z","to":"2026-11-21T03:06:00Z",
         "because":"quorum-lost"}],
       "operations":[{"because":"etcd-1 is replaced.","loss":null,"warnings":["One is few."],
         "timeline":{"operation":"payments.5f0c2d11","cluster":"payments",
           "runbook":"minority-replace","title":"payments: replace etcd-1","requestedBy":"sam",
           "requestedAt":"2026-11-21T03:02:40Z","state":"completed",
           "endedAt":"2026-11-21T03:11:00Z","entries":[],"requester":"person"}}],
       "lost":["Nothing."],
       "left":[{"what":"The old directory.","where":"/var/lib/etcd.old",
         "operation":"payments.5f0c2d11"}],
       "links":[{"what":"the page","url":"https://quorate.example.net"}],
       "notices":["One history is missing."]}
      """;

  private final ObjectMapper plain = new ObjectMapper();

  @Test
  void aReportOfTheFirstReleaseIsReadAndWrittenWithAllItSays() throws IOException {
    ReportJson read = Json.read(KEPT, ReportJson.class).orElseThrow();

    JsonNode written = plain.readTree(Json.text(read));

    assertThat(missing("", plain.readTree(KEPT), written)).isEmpty();
  }

  /** Returns the places where a part of what was kept is not there any more, or is another one. */
  private static List<String> missing(String place, JsonNode kept, JsonNode written) {
    if (!kept.isContainerNode()) {
      return kept.equals(written) ? List.of() : List.of(place);
    }
    List<String> all = new ArrayList<>();
    kept.fieldNames()
        .forEachRemaining(
            name -> all.addAll(missing(place + "/" + name, kept.path(name), written.path(name))));
    for (int index = 0; kept.isArray() && index < kept.size(); index++) {
      all.addAll(missing(place + "/" + index, kept.path(index), written.path(index)));
    }
    return all;
  }

  @Test
  void aListThatAnotherReleaseDoesNotHaveIsEmpty() throws IOException {
    ObjectNode kept = (ObjectNode) plain.readTree(KEPT);
    kept.remove("outages");
    kept.putNull("lost");

    ReportJson read = Json.read(kept.toString(), ReportJson.class).orElseThrow();

    assertThat(read.outages()).isEmpty();
    assertThat(read.lost()).isEmpty();
    assertThat(read.alerts()).hasSize(1);
  }

  @Test
  void halfAFileIsNoReport() {
    assertThat(Json.read(KEPT.substring(0, 400), ReportJson.class)).isEmpty();
  }
}
