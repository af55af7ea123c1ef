package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.kubernetes.FakeApiServer.Answer;
import io.quorate.kubernetes.FakeApiServer.Request;
import io.quorate.workload.MissingRights;
import io.quorate.workload.MissingRights.Need;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rights to change something, as an API server tells them. */
class KnownRightsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ALL =
      "{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]}";

  @TempDir Path folder;

  private final SimulatedSets world = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private final SetNames names = new SetNames("default", List.of("etcd"));
  private final Set<String> denied = new TreeSet<>();
  private String rules = ALL;
  private int code = 201;

  /** Further fields of an access review, beside the answer. */
  private String besides = "";

  private long now;
  private FakeApiServer server;
  private ApiClients clients;
  private KnownRights rights;

  @BeforeEach
  void begin() throws IOException {
    server = new FakeApiServer();
    clients = new ApiClients(Map.of());
    server.answers(this::answer);
    var client = clients.client(server.source(folder));
    rights =
        new KnownRights(
            (pods, wanted) -> new RightsReview(client, names, pods).missing(wanted),
            names.namespace(),
            () -> now);
  }

  @AfterEach
  void end() {
    clients.close();
    server.close();
  }

  private Answer answer(Request request) {
    if (request.uri().endsWith("/selfsubjectrulesreviews")) {
      return new Answer(
          code, "{\"status\":{\"incomplete\":true,\"resourceRules\":[%s]}}".formatted(rules));
    }
    return new Answer(
        201,
        "{\"status\":{\"allowed\":%b%s}}".formatted(!denied.contains(asked(request)), besides));
  }

  /** The right that is asked for: {@code delete pods etcd-0}. */
  private static String asked(Request request) {
    try {
      JsonNode asked = JSON.readTree(request.body()).at("/spec/resourceAttributes");
      return (asked.path("verb").asText()
              + " "
              + asked.path("resource").asText()
              + " "
              + asked.path("name").asText())
          .strip();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private List<MissingRights> missing() {
    return rights.missing(new LookAtSets(world, names, Clock.systemUTC()).look());
  }

  private long asked(String kind) {
    return server.requests().stream().filter(one -> one.uri().endsWith(kind)).count();
  }

  /** A rule of the namespace shows nothing of volumes, which no Role can grant. */
  @Test
  void aRuleOfTheNamespaceShowsAllRightsButThoseOfVolumes() {
    assertThat(missing()).isEmpty();
    assertThat(asked("/selfsubjectrulesreviews")).isOne();
    assertThat(server.requests().stream().skip(1).map(KnownRightsTest::asked))
        .containsExactly("patch persistentvolumes", "list persistentvolumes");
  }

  @Test
  void rightsThatAreAllThereAreAskedForOnceInFiveMinutes() {
    missing();
    now += Duration.ofMinutes(5).toNanos() - 1;
    missing();
    assertThat(asked("/selfsubjectrulesreviews")).isOne();

    now += 1;
    missing();
    assertThat(asked("/selfsubjectrulesreviews")).isEqualTo(2);
  }

  @Test
  void aRightThatWasGrantedCountsAtTheNextLook() {
    rules = "";
    denied.add("delete pods etcd-1");
    assertThat(missing()).hasSize(1);

    denied.clear();
    assertThat(missing()).isEmpty();
  }

  /** Such as a webhook that does not answer, or a binding whose role is gone. */
  @Test
  void aRightThatNoAuthorizerCouldJudgeKeepsNobodyBack() {
    rules = "";
    denied.add("delete pods etcd-1");
    besides = ",\"evaluationError\":\"webhook: no answer\"";
    assertThat(missing()).isEmpty();
  }

  @Test
  void aRightThatIsDeniedIsMissingWhateverAnotherAuthorizerFailedIn() {
    rules = "";
    denied.add("delete pods etcd-1");
    besides = ",\"evaluationError\":\"webhook: no answer\",\"denied\":true";
    assertThat(missing()).hasSize(1);
  }

  /** An authorizer that cannot list its rules shows none, and allows all the same. */
  @Test
  void aRightThatNoRuleShowsIsAskedForAlone() {
    rules = "";
    assertThat(missing()).isEmpty();
  }

  @Test
  void aRuleThatNamesOtherPodsShowsNothing() {
    rules =
        "{\"verbs\":[\"delete\"],\"apiGroups\":[\"\"],\"resources\":[\"pods\"],"
            + "\"resourceNames\":[\"etcd-0\",\"etcd-2\"]}";
    denied.add("delete pods etcd-1");

    MissingRights stops = missing().getFirst();
    assertThat(stops.need()).isEqualTo(Need.ALWAYS);
    assertThat(stops.areOf("rolling-restart")).isTrue();
    assertThat(stops.areOf("defragment")).isFalse();
    assertThat(stops.sentence())
        .isEqualTo(
            "Quorate has no right to delete pods, which is needed to stop and start members. This"
                + " runbook does not begin without it.");
    assertThat(stops.todo())
        .containsExactly(
            "To go on, grant them in a Role of the namespace default"
                + " (docs/reference/kubernetes-rights.md has the manifests).",
            "Then: quorate check");
  }

  @Test
  void dataIsReachedByWhatStepsFind() {
    denied.add("patch persistentvolumes");

    assertThat(missing())
        .singleElement()
        .satisfies(
            data -> {
              assertThat(data.need()).isEqualTo(Need.PERHAPS);
              assertThat(data.sentence())
                  .endsWith(" A step may stop in the middle and wait for a person.");
              assertThat(data.todo().getFirst()).contains("in a ClusterRole");
            });
  }

  @Test
  void aTakeoverNeedsRightsForEveryRunbook() {
    rules = "";
    denied.add("patch statefulsets etcd");

    assertThat(missing().getFirst().areOf("defragment")).isTrue();
  }

  @Test
  void anApiServerThatDoesNotTellKeepsNobodyBack() {
    code = 503;
    assertThat(missing()).isEmpty();
  }
}
