package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.kubernetes.FakeApiServer.Answer;
import io.quorate.kubernetes.FakeApiServer.Request;
import io.quorate.kubernetes.Right.Use;
import io.quorate.port.Failure;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of rights is what the code needs: no right less, and none more. */
class RightsTest {
  private static final Path MAIN = Path.of("src/main/java/io/quorate/kubernetes");
  private static final String NAMESPACE = "etcd";
  private static final Duration NO_PATIENCE = Duration.ZERO;

  @TempDir Path folder;

  @Test
  void everyRequestHasARowAndEveryRowARequest() throws IOException {
    try (var server = new FakeApiServer();
        var clients = new ApiClients(Map.of())) {
      server.answers(new Kept()::answer);
      sendEverything(clients.client(server.source(folder)));

      assertThat(server.requests().stream().flatMap(RequestedRight::of).collect(Collectors.toSet()))
          .containsExactlyInAnyOrderElementsOf(
              Rights.all().stream().map(RequestedRight::of).toList());
    }
  }

  /** A class that begins to send requests is added here, and to what the test above sends. */
  @Test
  void onlyKnownClassesHaveAClient() throws IOException {
    Set<String> having = new TreeSet<>();
    try (Stream<Path> files = Files.list(MAIN)) {
      for (Path file : files.toList()) {
        if (Files.readString(file)
            .contains("import io.fabric8.kubernetes.client.KubernetesClient;")) {
          having.add(file.getFileName().toString().replace(".java", ""));
        }
      }
    }
    assertThat(having)
        .containsExactly(
            "ApiClients",
            "ApiRequests",
            "HoldPolicy",
            "KeeperTrial",
            "Keepers",
            "KubernetesPlatform",
            "PodPrograms",
            "QuorateUser",
            "RightsReview",
            "SetChecks",
            "SetRequests");
  }

  @Test
  void everyReasonIsASentenceAndEveryRunbookExists() {
    List<String> runbooks = Runbooks.all().stream().<String>map(Runbook::name).toList();

    assertThat(Rights.all()).allMatch(right -> right.reason().endsWith("."));
    assertThat(Use.values()).allMatch(use -> runbooks.containsAll(use.runbooks()));
  }

  @Test
  void looksChangeNothing() {
    assertThat(Rights.all())
        .filteredOn(right -> right.use().changesNothing())
        .extracting(Right::verb)
        .containsOnly("get", "list");
  }

  private void sendEverything(KubernetesClient client) {
    Set<String> called = new TreeSet<>();
    send(recorded(new SetRequests(client, NAMESPACE), called));
    assertThat(called)
        .as("a new kind of request about sets is sent here too")
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(SetApi.class.getMethods()).map(Method::getName).toList());
    var keepers = new Keepers(client, NO_PATIENCE);
    KeeperOrder order = order(NAMESPACE);
    keepers.tryOut(order);
    assertThat(catchThrowable(() -> keepers.ready(order))).isInstanceOf(Failure.NotYet.class);
    keepers.remove(order);
    assertThat(new KeeperTrial(client, NO_PATIENCE).trouble(order)).isPresent();
    assertThat(catchThrowable(() -> exec(client, order))).isInstanceOf(Failure.class);
  }

  private static void send(SetApi api) {
    StatefulSet set = SetManifests.read("parallel.yaml");
    set.getMetadata().setNamespace(NAMESPACE);
    Lease lease =
        new LeaseBuilder()
            .withNewMetadata()
            .withName("quorate-etcd")
            .withNamespace(NAMESPACE)
            .endMetadata()
            .build();
    assertThat(api.create(lease)).isTrue();
    Lease made = api.lease("quorate-etcd").orElseThrow();
    api.patch(made, JsonPatch.ofUid("u").remove("spec"), "renewed");
    api.dropUnchanged(made);
    Pod pod = KeeperPod.of(order(NAMESPACE));
    pod.getMetadata().setName("etcd-0");
    assertThat(api.set("etcd")).isEmpty();
    assertThat(api.pods()).isEmpty();
    assertThat(api.claims()).isEmpty();
    assertThat(api.volume("pv-1")).isEmpty();
    assertThat(api.node("node1")).isEmpty();
    assertThat(api.nodes()).isEmpty();
    assertThat(api.budgets()).isEmpty();
    assertThat(api.volumes()).isEmpty();
    assertThat(api.services()).isEmpty();
    assertThat(api.storageClass("fast")).isEmpty();
    assertThat(api.guard())
        .as("the policy of the answers has no rules")
        .isEqualTo(PolicyGuard.NONE);
    api.patch(set, JsonPatch.ofUid("u").remove("spec"), "held");
    api.patch(pod, JsonPatch.ofUid("u").remove("spec"), "held");
    api.delete(pod, Optional.empty());
    api.leave(set);
    api.rehearse(set);
    api.make(set);
    PersistentVolumeClaim claim =
        new PersistentVolumeClaimBuilder()
            .withNewMetadata()
            .withName("data-etcd-0")
            .withNamespace(NAMESPACE)
            .withUid("u")
            .endMetadata()
            .build();
    api.patch(claim, JsonPatch.ofUid("u").remove("spec"), "marked");
    api.drop(claim);
    PersistentVolume volume =
        new PersistentVolumeBuilder()
            .withNewMetadata()
            .withName("pv-1")
            .withUid("u")
            .endMetadata()
            .build();
    api.patch(volume, JsonPatch.ofUid("u").remove("spec"), "kept");
    assertThat(api.aside("etcd-0")).isEmpty();
    assertThat(api.scaler("etcd")).isEmpty();
    assertThat(api.log("etcd-0", "etcd", true, 1)).isNotEmpty();
    assertThat(api.firstLog("etcd-0", "etcd", 1)).isNotEmpty();
  }

  private static SetApi recorded(SetApi real, Set<String> called) {
    return (SetApi)
        Proxy.newProxyInstance(
            SetApi.class.getClassLoader(),
            new Class<?>[] {SetApi.class},
            (proxy, method, arguments) -> {
              called.add(method.getName());
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            });
  }

  static void exec(KubernetesClient client, KeeperOrder order) {
    var nowhere = OutputStream.nullOutputStream();
    long deadline = System.nanoTime() + Duration.ofSeconds(5).toNanos();
    new PodPrograms(client)
        .start(
            order.place(),
            List.of("true"),
            new PodOutputs(nowhere, nowhere, () -> {}, () -> {}),
            deadline)
        .close();
  }

  static KeeperOrder order(String namespace) {
    StatefulSet set = SetManifests.read("parallel.yaml");
    ClaimedDirectory data = ClaimedDirectory.of(set, "etcd-0");
    return new KeeperOrder(
        namespace,
        "etcd-0",
        set.getSpec().getTemplate().getSpec(),
        data.mount(),
        data.claim(),
        "quorate/keeper:0.1.0",
        Optional.empty(),
        Duration.ofHours(1));
  }

  /** Keeps what is created, so that flows of several requests come to their ends. */
  private static final class Kept {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Answer NONE = Answer.status(404, "NotFound", "not found", "");
    private static final String BINDING =
        "{\"metadata\":{},\"spec\":{\"policyName\":\"quorate-hold\",\"validationActions\":[\"Deny\"]}}";

    private final Map<String, String> objects = new TreeMap<>();

    Answer answer(Request request) {
      String path = request.uri().replaceAll("\\?.*", "");
      return switch (request.method()) {
        case "POST" -> created(path, request);
        case "GET" -> found(path);
        case "DELETE" -> {
          objects.remove(path);
          yield new Answer(200, "{}");
        }
        default -> new Answer(200, objects.getOrDefault(path, "{}"));
      };
    }

    private Answer created(String path, Request request) {
      try {
        ObjectNode object = (ObjectNode) JSON.readTree(request.body());
        ((ObjectNode) object.get("metadata")).put("uid", "u-1").put("resourceVersion", "1");
        object.putObject("status");
        if (!request.uri().contains("dryRun")) {
          objects.put(path + "/" + object.at("/metadata/name").asText(), object.toString());
        }
        return new Answer(201, object.toString());
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(e);
      }
    }

    private Answer found(String path) {
      if (path.contains("admissionregistration")) {
        return new Answer(200, BINDING);
      }
      if (path.matches(
          ".*/(pods|nodes|events|persistentvolumeclaims|persistentvolumes|horizontalpodautoscalers|poddisruptionbudgets|services)")) {
        return new Answer(200, "{\"items\":[]}");
      }
      if (path.endsWith("/log")) {
        return new Answer(200, "a line");
      }
      return objects.containsKey(path) ? new Answer(200, objects.get(path)) : NONE;
    }
  }
}
