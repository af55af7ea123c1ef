package io.quorate.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.operation.ClusterStand;
import io.quorate.wire.ClustersJson.ClusterJson;
import io.quorate.wire.WatchJson.FindingJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which clusters of a fleet are shown, and in which order. */
class ClusterChoiceTest {
  private static final Instant NOW = Instant.parse("2026-03-01T03:03:40Z");
  private static final ClusterChoice UNWELL = choice(false, 100, Optional.empty());
  private static final ClusterChoice ALL = choice(true, 100, Optional.empty());

  private final ClusterJson well = standing("well", "whole", 1);
  private final ClusterJson stopped = standing("stopped", "member-stopped", 0);
  private final ClusterJson lost = standing("lost", "quorum-lost", -1);
  private final ClusterJson trend =
      standing("trend", "whole", 1)
          .watched(List.of(found("quota-trend", "soon")), Optional.empty(), Optional.empty());
  private final ClusterJson listed =
      standing("listed", "whole", 1)
          .watched(List.of(found("advisory", "listed")), Optional.empty(), Optional.empty());
  private final ClusterJson unwatched =
      ClusterJson.of("unwatched", Optional.empty(), Optional.empty())
          .watched(List.of(), Optional.empty(), Optional.of("No worker watches this cluster."));
  private final List<ClusterJson> fleet = List.of(well, unwatched, listed, trend, stopped, lost);

  @Test
  void showsTheWorstFirstAndAllClustersOfASmallFleet() {
    ClustersJson shown = UNWELL.of(fleet, Optional.empty());

    assertThat(names(shown))
        .containsExactly("lost", "stopped", "unwatched", "trend", "listed", "well");
    assertThat(shown.counts().all()).isEqualTo(6);
    assertThat(shown.counts().notWell()).isEqualTo(4);
    assertThat(shown.counts().unwatched()).isEqualTo(1);
    assertThat(shown.counts().diagnoses())
        .containsEntry("whole", 3)
        .containsEntry("quorum-lost", 1);
  }

  @Test
  void leavesOutWhatIsWellInALargeFleet() {
    List<ClusterJson> large = new ArrayList<>(fleet);
    IntStream.range(0, 20).forEach(n -> large.add(standing("c" + n, "whole", 1)));

    assertThat(names(UNWELL.of(large, Optional.empty())))
        .containsExactly("lost", "stopped", "unwatched", "trend");
    assertThat(names(ALL.of(large, Optional.empty()))).hasSize(26).contains("listed", "well");
  }

  @Test
  void pagesShowEachClusterOnceAndSayHowManyFollow() {
    List<ClusterJson> many =
        IntStream.range(0, 250).mapToObj(n -> standing("c" + n, "whole", 1)).toList();
    List<String> seen = new ArrayList<>();
    Optional<String> page = Optional.empty();
    do {
      ClustersJson shown = choice(true, 100, page).of(many, Optional.empty());
      seen.addAll(names(shown));
      assertThat(shown.notShown()).isEqualTo(250 - shown.clusters().size());
      page = shown.next();
    } while (page.isPresent());

    assertThat(seen).hasSize(250).doesNotHaveDuplicates();
  }

  @Test
  void filtersByTheSiteOfAMember() {
    assertThat(names(site("east"))).containsExactly("lost", "stopped", "trend", "listed", "well");
    assertThat(site("a").clusters()).isEmpty();
    assertThat(site("a").notice()).contains("The filters cannot judge 1 cluster without a look.");
  }

  @Test
  void filtersByZoneAndFindingAndVersion() {
    assertThat(names(filtered("a", null, null)))
        .containsExactly("lost", "stopped", "trend", "listed", "well");
    assertThat(names(filtered("z", null, null))).isEmpty();
    assertThat(names(filtered(null, "quota-trend", null))).containsExactly("trend");
    assertThat(names(filtered(null, "quorum-lost", null))).containsExactly("lost");
    assertThat(names(filtered(null, null, "3.5"))).hasSize(5);
    assertThat(names(filtered(null, null, "3.5.1"))).isEmpty();
  }

  @Test
  void saysThatAFilterCannotJudgeAClusterWithoutALook() {
    assertThat(filtered("a", null, null).notice())
        .contains("The filters cannot judge 1 cluster without a look.");
    assertThat(UNWELL.of(fleet, Optional.empty()).notice()).isEmpty();
  }

  private ClustersJson filtered(String zone, String finding, String version) {
    return new ClusterChoice(
            false,
            Optional.ofNullable(zone),
            Optional.empty(),
            Optional.ofNullable(finding),
            Optional.ofNullable(version),
            100,
            Optional.empty())
        .of(fleet, Optional.empty());
  }

  private ClustersJson site(String site) {
    Optional<String> none = Optional.empty();
    return new ClusterChoice(false, none, Optional.of(site), none, none, 100, none)
        .of(fleet, Optional.empty());
  }

  private static ClusterChoice choice(boolean all, int limit, Optional<String> page) {
    return new ClusterChoice(
        all, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), limit, page);
  }

  private static List<String> names(ClustersJson shown) {
    return shown.clusters().stream().map(ClusterJson::cluster).toList();
  }

  private static ClusterJson standing(String cluster, String code, int margin) {
    return ClusterJson.of(
        cluster,
        Optional.of(
            new ClusterStand(
                code,
                "?",
                Optional.empty(),
                3,
                margin,
                List.of("3.5.16"),
                List.of("a", "b"),
                Optional.of(List.of("east")))),
        Optional.of(NOW));
  }

  private static FindingJson found(String kind, String urgency) {
    return new FindingJson(
        "main",
        kind,
        Optional.empty(),
        Optional.empty(),
        "?",
        NOW,
        NOW,
        false,
        Optional.of(urgency),
        Optional.empty());
  }
}
