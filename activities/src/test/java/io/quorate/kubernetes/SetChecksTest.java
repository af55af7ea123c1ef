package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContextBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetOrdinals;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.kubernetes.FakeApiServer.Answer;
import io.quorate.kubernetes.FakeApiServer.Request;
import io.quorate.kubernetes.SetCheck.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checks of a cluster in Kubernetes, by the answers of the API server. */
class SetChecksTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String USER = "system:serviceaccount:quorate:quorate";
  private static final String SETS = "/apis/apps/v1/namespaces/etcd/statefulsets/etcd";
  private static final String LEASE =
      "/apis/coordination.k8s.io/v1/namespaces/etcd/leases/quorate-etcd";
  private static final String PODS = "/api/v1/namespaces/etcd/pods";
  private static final String TRIAL = PODS + "/quorate-keeper-check";
  private static final String BUDGETS = "/apis/policy/v1/namespaces/etcd/poddisruptionbudgets";
  private static final String ADMISSION =
      "/apis/admissionregistration.k8s.io/v1/validatingadmission";
  private static final String BINDING = ADMISSION + "policybindings/quorate-hold";
  private static final String POLICY = ADMISSION + "policies/quorate-hold";
  private static final Answer NONE = Answer.status(404, "NotFound", "not found", "");

  @TempDir Path folder;

  private final Map<String, Answer> answers = new TreeMap<>();
  private final List<JsonNode> questions = new CopyOnWriteArrayList<>();
  private Optional<Right> missing = Optional.empty();
  private FakeApiServer server;
  private ApiClients clients;

  @BeforeEach
  void makeEverythingWell() throws IOException {
    server = new FakeApiServer();
    clients = new ApiClients(Map.of());
    server.answers(this::answer);
    StatefulSet set = SetManifests.read("parallel.yaml");
    answers.put(SETS, found(set));
    answers.put(TRIAL, tried("Succeeded", ""));
    answers.put(
        BUDGETS,
        new Answer(
            200,
            "{\"items\":[{\"metadata\":{\"name\":\"etcd\"},\"spec\":{\"maxUnavailable\":1,"
                + "\"selector\":{\"matchLabels\":{\"app\":\"etcd\"}}}}]}"));
    answers.put(BINDING, binding("quorate-hold", "Deny"));
    answers.put(POLICY, new Answer(200, HoldPolicyTest.policy(USER)));
  }

  @AfterEach
  void closeBoth() {
    clients.close();
    server.close();
  }

  private static Answer found(Object object) {
    return new Answer(200, Serialization.asJson(object));
  }

  private static Answer binding(String policy, String action) {
    return new Answer(
        200,
        "{\"metadata\":{},\"spec\":{\"policyName\":\"%s\",\"validationActions\":[\"%s\"]}}"
            .formatted(policy, action));
  }

  private Answer answer(Request request) {
    String path = request.uri().replaceAll("\\?.*", "");
    if (path.endsWith("/selfsubjectaccessreviews")) {
      return reviewed(request.body());
    }
    if (path.endsWith("/selfsubjectreviews")) {
      return new Answer(201, "{\"status\":{\"userInfo\":{\"username\":\"%s\"}}}".formatted(USER));
    }
    Answer list = new Answer(200, "{\"items\":[]}");
    boolean isList =
        path.matches(".*/(pods|nodes|persistentvolumeclaims|horizontalpodautoscalers)");
    String key = request.method().equals("POST") ? "POST " + path : path;
    return answers.getOrDefault(
        key, key.startsWith("POST") ? new Answer(201, request.body()) : isList ? list : NONE);
  }

  private Answer reviewed(String body) {
    try {
      JsonNode asked = JSON.readTree(body).at("/spec/resourceAttributes");
      questions.add(asked);
      boolean allowed = missing.filter(right -> isFor(asked, right)).isEmpty();
      return new Answer(201, "{\"status\":{\"allowed\":%b}}".formatted(allowed));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isFor(JsonNode asked, Right right) {
    String name = asked.path("name").asText();
    return asked.path("verb").asText().equals(right.verb())
        && asked.path("resource").asText().equals(right.kind())
        && asked.path("subresource").asText().equals(right.subresource().orElse(""))
        && name.startsWith("quorate-keeper-") == (right.objects() == Right.Objects.KEEPERS)
        && name.isEmpty() != right.objects().isNamed();
  }

  private List<SetCheck> checks() throws IOException {
    return checks(server.source(folder));
  }

  private List<SetCheck> checks(ApiSource source) {
    var names = new SetNames("etcd", List.of("etcd"));
    return new SetChecks(clients, source, "orders", names, "quorate/keeper:1", Clock.systemUTC())
        .all();
  }

  /** What is found, by the name of the check. */
  private Map<String, Finding> findings() throws IOException {
    return checks().stream()
        .flatMap(check -> check.finding().get().map(why -> Map.entry(check.name(), why)).stream())
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private Optional<Finding> found(String name) throws IOException {
    return findings().entrySet().stream()
        .filter(found -> found.getKey().startsWith(name))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private String finding(String name) throws IOException {
    return found(name).map(Finding::sentence).orElse("");
  }

  @Test
  void nothingIsFoundWhereEverythingIsThere() throws IOException {
    assertThat(findings()).isEmpty();
    assertThat(checks())
        .extracting(SetCheck::name)
        .containsExactly(
            "StatefulSet etcd in the namespace etcd of the context fake of "
                + folder.resolve("kubeconfig"),
            "rights to look at members",
            "rights to advise",
            "rights to stop and start members",
            "rights to reach the data of members",
            "rights to move members to a node or zone",
            "rights to create StatefulSets again around their pods",
            "rights to take the cluster over",
            "keeper of the image quorate/keeper:1",
            "admission policy quorate-hold",
            "lease quorate-etcd",
            "stops and starts of the StatefulSet etcd",
            "advice quorum-probe",
            "advice claims-deleted",
            "advice volumes-deleted",
            "advice image-pulled",
            "advice service-moved",
            "advice strategy-kept",
            "advice set-away",
            "advice left-behind",
            "advice disruption-budget",
            "advice image-missing",
            "advice peer-wildcard",
            "advice operation-stands");
  }

  @Test
  void adviceIsAWarning() throws IOException {
    answers.put(BUDGETS, new Answer(200, "{\"items\":[]}"));

    assertThat(finding("advice disruption-budget"))
        .contains("quorate pdb orders | kubectl apply -f -");
    assertThat(found("advice disruption-budget").orElseThrow().fails()).isFalse();
  }

  @Test
  void adviceThatCannotBeGivenSaysWhy() throws IOException {
    answers.put(
        BUDGETS,
        Answer.status(
            403,
            "Forbidden",
            "User \\\"q\\\" cannot list resource \\\"poddisruptionbudgets\\\" in API group"
                + " \\\"policy\\\" in the namespace \\\"etcd\\\"",
            ""));

    assertThat(finding("advice disruption-budget"))
        .contains("has no right to list poddisruptionbudgets in the namespace etcd");
  }

  @Test
  void aRightThatOnlyAdviceNeedsIsAWarning() throws IOException {
    missing = Rights.of(Right.Use.ADVISE).stream().findFirst();

    assertThat(finding("rights to advise")).contains("Needed by: quorate check and quorate pdb.");
    assertThat(found("rights to advise").orElseThrow().fails()).isFalse();
  }

  @Test
  void eachMissingRightIsNamedWithTheRunbooksThatNeedIt() throws IOException {
    for (Right right : Rights.all()) {
      missing = Optional.of(right);
      String where =
          right.objects().isOfWholeKubernetes() ? "a ClusterRole" : "a Role of the namespace etcd";

      assertThat(findings())
          .hasEntrySatisfying(
              "rights " + right.use().words(),
              why ->
                  assertThat(why.sentence())
                      .startsWith("missing: " + right.words() + ". ")
                      .contains("Needed by: " + right.use().needed() + ". Do: grant", where))
          .hasSize(1);
    }
  }

  @Test
  void rolesMayNameSetsAndPodsAndKeepersAndTheLease() throws IOException {
    checks();

    assertThat(questions)
        .extracting(asked -> asked.path("name").asText())
        .containsOnly(
            "",
            "etcd",
            "etcd-0",
            "etcd-1",
            "etcd-2",
            "quorate-keeper-etcd-0",
            "quorate-keeper-etcd-1",
            "quorate-keeper-etcd-2",
            "quorate-hold",
            "quorate-etcd");
  }

  @Test
  void rolesNameThePodsOfOrdinalsThatBeginLater() throws IOException {
    set(
        set -> {
          set.getSpec().setReplicas(1);
          set.getSpec().setOrdinals(new StatefulSetOrdinals(4));
        });
    checks();

    assertThat(questions)
        .extracting(asked -> asked.path("name").asText())
        .contains("etcd-4", "quorate-keeper-etcd-4")
        .doesNotContain("etcd-0");
  }

  @Test
  void anEmptyNamespaceIsProbablyTheWrongOne() throws IOException {
    answers.remove(SETS);

    assertThat(finding("StatefulSet"))
        .startsWith(
            "there is no StatefulSet etcd in the namespace etcd, and the namespace has no pod")
        .contains("Do: correct the namespace or the context");
  }

  @Test
  void setsThatAreThereAreNamedForOneThatIsNot() throws IOException {
    answers.remove(SETS);
    answers.put(PODS, pods(pod("orders-0", "StatefulSet", "orders"), pod("web-1", "Job", "web")));

    assertThat(finding("StatefulSet"))
        .contains("; its pods belong to: orders. Do: correct statefulSet in quorate.yml");
  }

  @Test
  void etcdOfKubernetesItselfIsSentToTheHosts() throws IOException {
    answers.remove(SETS);
    Pod mirror =
        new PodBuilder(pod("etcd-master1", "Node", "master1"))
            .editMetadata()
            .addToAnnotations("kubernetes.io/config.mirror", "1a2b")
            .endMetadata()
            .build();
    answers.put(PODS, pods(mirror));

    assertThat(finding("StatefulSet"))
        .contains("etcd-master1 runs etcd there as a static pod of this Kubernetes itself")
        .contains("Do: write platform: hosts");
  }

  @Test
  void podsOfAnOperatorAreSentToASetThatTheirDataIsRestoredInto() throws IOException {
    answers.remove(SETS);
    answers.put(
        PODS,
        pods(
            pod("payments-7kx2p", "EtcdCluster", "payments"),
            pod("payments-m4qvz", "EtcdCluster", "payments")));

    assertThat(finding("StatefulSet"))
        .contains("the pods payments-7kx2p, payments-m4qvz run etcd there")
        .contains("Do: back up, and restore into a StatefulSet of your own");
  }

  @Test
  void theManifestTakesPodsOfADeletedSetBack() throws IOException {
    answers.remove(SETS);
    Pod orphan =
        new PodBuilder(pod("etcd-0", "StatefulSet", "etcd"))
            .editMetadata()
            .withOwnerReferences()
            .addToLabels("statefulset.kubernetes.io/pod-name", "etcd-0")
            .endMetadata()
            .build();
    answers.put(PODS, pods(orphan));

    assertThat(finding("StatefulSet"))
        .endsWith("; correct the configuration, or apply its manifest");
  }

  private static Answer pods(Pod... pods) {
    return new Answer(200, "{\"items\":%s}".formatted(Serialization.asJson(List.of(pods))));
  }

  private static Pod pod(String name, String kind, String owner) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .addNewOwnerReference()
        .withKind(kind)
        .withName(owner)
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("etcd")
        .endContainer()
        .endSpec()
        .build();
  }

  @Test
  void aKeeperThatPodSecurityRefusesIsToldBeforeAnybodyIsStopped() throws IOException {
    answers.put(
        "POST " + PODS,
        Answer.status(
            403,
            "Forbidden",
            "pods is forbidden: violates PodSecurity \\\"restricted\\\": runAsNonRoot",
            ""));

    assertThat(finding("keeper of the image quorate/keeper:1"))
        .contains("the namespace admits only pods of PodSecurity restricted");
  }

  /** The API server admits such a pod, and the kubelet never starts its container. */
  @Test
  void aKeeperWithoutAUserIsToldBeforeAnybodyIsStopped() throws IOException {
    set(
        set ->
            set.getSpec()
                .getTemplate()
                .getSpec()
                .setSecurityContext(
                    new PodSecurityContextBuilder().withRunAsNonRoot(true).build()));

    assertThat(finding("keeper of the image quorate/keeper:1"))
        .contains("has no user. Do: write the user of the member's image as runAsUser");
  }

  @Test
  void anImageOfAKeeperThatLacksProgramsIsToldBeforeAnybodyIsStopped() throws IOException {
    answers.put(TRIAL, tried("Failed", "its image lacks flock setpriv"));

    assertThat(finding("keeper of the image quorate/keeper:1"))
        .isEqualTo("no script can run in it: its image lacks flock setpriv");
  }

  private static Answer tried(String phase, String last) {
    return found(
        new PodBuilder()
            .withNewMetadata()
            .withName("quorate-keeper-check")
            .withNamespace("etcd")
            .withUid("u-1")
            .endMetadata()
            .withNewStatus()
            .withPhase(phase)
            .addNewContainerStatus()
            .withName(KeeperPod.CONTAINER)
            .withNewState()
            .withNewTerminated()
            .withMessage(last)
            .endTerminated()
            .endState()
            .endContainerStatus()
            .endStatus()
            .build());
  }

  /** A keeper that is there was admitted. */
  @Test
  void anImageThatAnotherCheckTriesIsAWarning() throws IOException {
    answers.put("POST " + PODS, Answer.status(409, "AlreadyExists", "already exists", ""));

    Map<String, Finding> found = findings();
    assertThat(found).hasSize(1);
    assertThat(found.get("keeper of the image quorate/keeper:1"))
        .isEqualTo(
            new Finding(
                false,
                "whether scripts can run in it was not tried: the pod quorate-keeper-check of"
                    + " another check is still there after 5 s. Do: check again once that pod is"
                    + " gone (kubectl get pod quorate-keeper-check -n etcd)"));
  }

  @Test
  void anUnboundPolicyIsAWarning() throws IOException {
    answers.remove(BINDING);
    assertThat(finding("admission policy")).contains("quorate-hold is not bound", "Do: ");

    answers.put(BINDING, binding("quorate-hold", "Audit"));
    assertThat(finding("admission policy")).contains("does not deny");

    answers.put(BINDING, binding("another", "Deny"));
    assertThat(finding("admission policy")).contains("does not deny");

    answers.put(BINDING, binding("quorate-hold", "Deny"));
    answers.remove(POLICY);
    assertThat(finding("admission policy")).contains("is bound and is not there");
    assertThat(found("admission policy").orElseThrow().fails()).isFalse();
  }

  @Test
  void anAccountBesideQuorateInThePolicyIsAWarning() throws IOException {
    String applier = "system:serviceaccount:argocd:argocd-application-controller";
    answers.put(POLICY, new Answer(200, HoldPolicyTest.policy(USER + "', '" + applier)));

    assertThat(finding("admission policy")).startsWith("it lets " + applier + " change a set");
  }

  /** Once etcd has ended, the policy would refuse the change of the template. */
  @Test
  void aPolicyThatKeepsQuorateItselfOutFails() throws IOException {
    answers.put(POLICY, new Answer(200, HoldPolicyTest.policy("somebody")));

    assertThat(refusal()).contains("refuses changes by Quorate itself, as " + USER, "Do: name");
    assertThat(finding("admission policy")).isEmpty();
  }

  /** A check by day names each refusal of a plan by night. */
  @Test
  void whateverRefusesEachPlanFailsTheCheck() throws IOException {
    set(set -> set.getSpec().setPodManagementPolicy(null));
    assertThat(refusal()).contains("its podManagementPolicy is OrderedReady");

    set(set -> container(set).setArgs(List.of("--config-file=/etc/etcd.yml")));
    assertThat(refusal()).contains("names the settings file /etc/etcd.yml");

    set(set -> container(set).setArgs(List.of("--data-dir=/data/$(CLUSTER)")));
    assertThat(refusal()).contains("etcd may have another ETCD_DATA_DIR");

    set(
        set ->
            container(set)
                .setCommand(List.of("sh", "-c", "etcd --data-dir=/data --initial-cluster=$P")));
    assertThat(refusal()).contains("a member without data would not join");

    set(set -> {});
    assertThat(refusal()).isEmpty();
    Pod hooked = pod("etcd-1", "StatefulSet", "etcd");
    hooked.getMetadata().getOwnerReferences().getFirst().setUid("u");
    hooked
        .getSpec()
        .getContainers()
        .getFirst()
        .setLifecycle(
            Serialization.unmarshal(
                "preStop: {exec: {command: [/scripts/stop.sh]}}", Lifecycle.class));
    answers.put(PODS, pods(hooked));
    assertThat(refusal()).contains("its preStop hook is '/scripts/stop.sh'");
  }

  @Test
  void anAutoscalerFailsTheCheck() throws IOException {
    answers.put(
        "/apis/autoscaling/v2/namespaces/etcd/horizontalpodautoscalers",
        new Answer(
            200,
            "{\"items\":[{\"metadata\":{\"name\":\"h\",\"namespace\":\"etcd\"},\"spec\":{\"maxReplicas\":9,"
                + "\"scaleTargetRef\":{\"apiVersion\":\"apps/v1\",\"kind\":\"StatefulSet\",\"name\":\"etcd\"}}}]}"));

    assertThat(refusal()).contains("HorizontalPodAutoscaler");
  }

  private void set(Consumer<StatefulSet> change) {
    StatefulSet set = SetManifests.read("parallel.yaml");
    set.getMetadata().setUid("u");
    change.accept(set);
    answers.put(SETS, found(set));
  }

  private static Container container(StatefulSet set) {
    return set.getSpec().getTemplate().getSpec().getContainers().getFirst();
  }

  /** The finding of the check of stops and starts, which fails. */
  private String refusal() throws IOException {
    Optional<Finding> found = found("stops and starts of the StatefulSet etcd");
    assertThat(found.filter(finding -> !finding.fails())).isEmpty();
    return found.map(Finding::sentence).orElse("");
  }

  @Test
  void aLeaseThatADeadQuorateLeftIsAWarningWithTheManualWayBack() throws IOException {
    answers.put(LEASE, found(lease(Instant.now().minusSeconds(660))));

    assertThat(finding("lease quorate-etcd"))
        .startsWith(
            "a Quorate that died has left it: operation orders.1a2b3c4d of the Temporal namespace"
                + " there has it since 2026-11-29T10:00:00Z, and renewed it last at 2")
        .endsWith("then: kubectl delete lease quorate-etcd -n etcd");
    assertThat(found("lease quorate-etcd").orElseThrow().fails()).isFalse();
  }

  @Test
  void aLeaseThatIsRenewedIsNoFinding() throws IOException {
    answers.put(LEASE, found(lease(Instant.now())));

    assertThat(findings()).isEmpty();
  }

  private static Lease lease(Instant renewed) {
    return new LeaseBuilder()
        .withNewMetadata()
        .withName("quorate-etcd")
        .withUid("u")
        .withResourceVersion("1")
        .endMetadata()
        .withNewSpec()
        .withHolderIdentity("there/orders.1a2b3c4d")
        .withAcquireTime(ZonedDateTime.parse("2026-11-29T10:00:00Z"))
        .withRenewTime(ZonedDateTime.ofInstant(renewed, ZoneOffset.UTC))
        .endSpec()
        .build();
  }

  @Test
  void anApiServerThatDoesNotLetQuorateInIsOneFinding() throws IOException {
    server.answers(Answer.status(401, "Unauthorized", "Unauthorized", ""));

    assertThat(findings()).hasSize(1);
    assertThat(finding("API server of the context fake"))
        .contains("does not accept Quorate's token or certificate");
  }

  @Test
  void aContextThatIsNotInTheFileIsOneFinding() throws IOException {
    server.source(folder);
    var source = new ApiSource.Kubeconfig(folder.resolve("kubeconfig"), "prod");

    assertThat(checks(source)).hasSize(1);
    assertThat(checks(source).getFirst().finding().get().orElseThrow().sentence()).contains("prod");
  }
}
