package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.command.ScriptedGateway.Reply;
import io.quorate.operation.ClusterStand;
import io.quorate.wire.ClustersJson;
import io.quorate.wire.ClustersJson.ClusterJson;
import io.quorate.wire.ClustersJson.CountsJson;
import io.quorate.wire.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The fleet as {@code quorate clusters} shows it. */
class ClustersVerbTest extends AtAScriptedGateway {
  private static final Instant LOOKED = Instant.parse("2026-03-01T03:03:40Z");

  @Test
  void clustersThatAreNotWellAreNamedWithTheAgeOfTheLook() {
    replies.add(new Reply(200, Json.text(found(0, Optional.empty()))));

    assertThat(desk.type("clusters")).isZero();
    assertThat(asked.getLast()).startsWith("GET /api/clusters?all=false&limit=100 ");
    assertThat(desk.out())
        .startsWith(
            "fleet/zone=b: 41 of 60 clusters.\n\n"
                + "10000 clusters, 2 not well, 1 of them not watched.\n\n")
        .contains("orders   member-stopped  3 voters          margin 0          25 s ago  etcd-1")
        .contains("Under way: a question waits for an answer.")
        .contains("billing  not looked at   voters not known  margin not known  never     No wor")
        .doesNotContain("not shown");
  }

  @Test
  void aPageSaysHowManyAreNotShownAndHowTheNextIsCalled() {
    replies.add(new Reply(200, Json.text(found(37, Optional.of("1.orders")))));

    desk.type(
        "clusters",
        "--limit",
        "2",
        "--zone",
        "b",
        "--site",
        "x",
        "--version",
        "3.5.16",
        "--page",
        "0.a");

    assertThat(asked.getLast())
        .startsWith("GET /api/clusters?all=false&limit=2&zone=b&site=x&version=3.5.16&page=0.a ");
    assertThat(desk.out())
        .contains("10000 clusters of this choice")
        .endsWith("37 more are not shown; the next page: --page 1.orders\n");
  }

  @Test
  void jsonHasAllClustersInPages() {
    replies.add(new Reply(200, Json.text(found(37, Optional.of("1.orders")))));

    assertThat(desk.type("clusters", "-o", "json")).isZero();
    assertThat(asked.getLast()).startsWith("GET /api/clusters?all=true&limit=10000 ");
    assertThat(desk.out())
        .contains("\"next\":\"1.orders\"", "\"notShown\":37", "\"name\":\"member-stopped\"");
  }

  @Test
  void aKindThatNobodyKnowsIsRefusedWithTheList() {
    assertThat(desk.type("clusters", "--finding", "quota-tred")).isEqualTo(2);
    assertThat(desk.err()).contains("quota-trend").contains("slow-disk");
  }

  private static ClustersJson found(int notShown, Optional<String> next) {
    ClusterJson stopped =
        ClusterJson.of(
                "orders",
                Optional.of(
                    new ClusterStand(
                        "member-stopped",
                        "etcd-1 does not run.",
                        Optional.of("member-restart"),
                        3,
                        0,
                        List.of("3.5.16"),
                        List.of("b"),
                        Optional.empty())),
                Optional.of(LOOKED))
            .watched(List.of(), Optional.of("a question waits for an answer"), Optional.empty());
    ClusterJson never =
        ClusterJson.of("billing", Optional.empty(), Optional.empty())
            .watched(List.of(), Optional.empty(), Optional.of("No worker watches this cluster."));
    return new ClustersJson(
        List.of(stopped, never),
        new CountsJson(10_000, 2, 1, Map.of("member-stopped", 1, "whole", 9_998)),
        notShown,
        next,
        Optional.empty(),
        Optional.of("fleet/zone=b: 41 of 60 clusters."));
  }
}
