package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodListBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.cluster.EtcdVersion;
import io.quorate.kubernetes.FakeApiServer.Answer;
import io.quorate.kubernetes.FakeApiServer.Request;
import io.quorate.port.Failure;
import io.quorate.port.FoundSets;
import io.quorate.port.FoundSets.FoundImage;
import io.quorate.port.FoundSets.FoundMember;
import io.quorate.port.FoundSets.FoundTls;
import io.quorate.port.FoundSets.FoundUrls;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The search for the StatefulSets of a cluster, by the answers of the API server. */
class SetSearchTest {
  private static final String SETS = "/apis/apps/v1/namespaces/etcd/statefulsets/";
  private static final Answer NONE = Answer.status(404, "NotFound", "not found", "");

  @TempDir Path folder;

  private final Map<String, Answer> sets = new TreeMap<>();
  private final List<Pod> pods = new ArrayList<>();
  private FakeApiServer server;
  private ApiClients clients;

  @BeforeEach
  void open() throws IOException {
    server = new FakeApiServer();
    clients = new ApiClients(Map.of());
    server.answers(this::answer);
  }

  @AfterEach
  void close() {
    clients.close();
    server.close();
  }

  @Test
  void findsTheSetOfPodsThatRunEtcdAmongOthers() throws IOException {
    run(SetManifests.read("parallel.yaml"));
    run(one("postgres", "postgres:17", "[-c, a=b]"));
    run(one("backup", "registry.k8s.io/etcd:3.6.16-0", "[etcdctl, snapshot, save]"));

    FoundSets found = find();

    assertThat(found.names()).containsExactly("etcd");
    assertThat(found.members()).hasSize(3);
    assertThat(found.members().get(2))
        .isEqualTo(
            new FoundMember(
                "etcd-2",
                Optional.of(
                    new FoundUrls(
                        URI.create("http://etcd-2.etcd.etcd.svc:2379"),
                        URI.create("http://etcd-2.etcd:2380")))));
    assertThat(found.images())
        .containsExactly(
            new FoundImage("quorate.test/etcd:3.6.16", Optional.of(EtcdVersion.parse("3.6.16"))));
    assertThat(found.clients()).isEmpty();
    assertThat(found.untold()).isEmpty();
    assertThat(server.requests()).allMatch(request -> request.method().equals("GET"));
  }

  @Test
  void tellsTheImagesOfPodsThatDifferFromTheTemplate() throws IOException {
    StatefulSet set = SetManifests.read("parallel.yaml");
    run(set);
    pods.getFirst().getSpec().getContainers().getFirst().setImage("mirror/etcd@sha256:1");

    assertThat(find().images())
        .extracting(FoundImage::image, FoundImage::version)
        .contains(tuple("mirror/etcd@sha256:1", Optional.empty()));
  }

  @Test
  void setsThatListEachOtherAreOneCluster() throws IOException {
    run(member("a-0", "a-0", "a-1"));
    run(member("a-1", "a-0", "a-1"));

    FoundSets found = find();

    assertThat(found.names()).containsExactly("a-0", "a-1");
    assertThat(found.members()).extracting(FoundMember::name).containsExactly("a-0", "a-1");
    assertThat(found.untold()).isEmpty();
  }

  @Test
  void refusesToGuessAmongSetsThatNothingShowsToBeOneCluster() throws IOException {
    run(member("a-0", "a-0", "a-1"));
    run(member("a-1", "a-0", "a-1"));
    run(member("b-0", "b-0"));
    run(SetManifests.read("parallel.yaml"));

    assertThatThrownBy(this::find)
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("nothing shows that they are one cluster: a-0, a-1; b-0; etcd")
        .hasMessageContaining("--stateful-set a-0,a-1, or --stateful-set b-0");
    assertThat(find("b-0").names()).containsExactly("b-0");
  }

  @Test
  void chosenSetsThatDoNotListEachOtherAreSaid() throws IOException {
    run(member("a-0", "a-0"));
    run(member("b-0", "b-0"));

    assertThat(find("a-0", "b-0").untold())
        .anyMatch(said -> said.startsWith("nothing shows that these StatefulSets are one cluster"));
  }

  @Test
  void refusesALargeSetBesideAnother() throws IOException {
    run(SetManifests.read("parallel.yaml"));
    run(member("a-0", "a-0"));

    assertThatThrownBy(() -> find("a-0", "etcd"))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("has 3 replicas")
        .hasMessageContaining("--stateful-set etcd");
  }

  @Test
  void aChosenSetThatIsNotThereIsToldWithThoseThatAre() throws IOException {
    run(SetManifests.read("parallel.yaml"));

    assertThatThrownBy(() -> find("orders"))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("no StatefulSet orders in the namespace etcd of the context fake")
        .hasMessageEndingWith("etcd runs there in: etcd");
  }

  @Test
  void saysWhatRunsEtcdWithoutASet() throws IOException {
    assertThatThrownBy(this::find)
        .isInstanceOf(Failure.Unreached.class)
        .hasMessageContaining("no pod of a StatefulSet runs etcd in the namespace etcd")
        .hasMessageContaining("Do: correct the namespace or the context");
    Pod pod = pod(SetManifests.read("parallel.yaml"), 0);
    pod.getMetadata().setOwnerReferences(List.of());
    pods.add(pod);
    assertThatThrownBy(this::find).hasMessageContaining("the pods etcd-0 run etcd there");
    pod.getMetadata().setAnnotations(Map.of("kubernetes.io/config.mirror", "1"));
    assertThatThrownBy(this::find).hasMessageContaining("as a static pod of this Kubernetes");
  }

  @Test
  void tellsWhoOwnsTheTemplateAndWhatAnApplyWouldBring() throws IOException {
    StatefulSet set = SetManifests.read("parallel.yaml");
    FieldsV1 fields = new FieldsV1();
    fields.setAdditionalProperty(
        "f:spec", Map.of("f:updateStrategy", Map.of(), "f:replicas", Map.of()));
    set.getMetadata()
        .setManagedFields(
            List.of(
                new ManagedFieldsEntryBuilder()
                    .withManager("argocd-controller")
                    .withOperation("Apply")
                    .withTime("2026-11-29T01:00:00Z")
                    .withFieldsV1(fields)
                    .build()));
    run(set);

    assertThat(find().appliers())
        .containsExactly(
            "argocd-controller (at 2026-11-29T01:00:00Z) owns replicas, updateStrategy of the"
                + " StatefulSet etcd, by an Apply",
            "an apply in the middle of a plan brings RollingUpdate back to the StatefulSet etcd:"
                + " write updateStrategy: {type: OnDelete, rollingUpdate: null} into its manifest,"
                + " or install Quorate's admission policy");
  }

  @Test
  void aSetWithoutTracesIsSaidToHaveNone() throws IOException {
    run(SetManifests.read("ordered.yaml"));
    assertThat(find().appliers())
        .containsExactly("nobody has left a trace on the StatefulSet etcd");
  }

  @Test
  void tellsTheSecretsOfTlsByReference() throws IOException {
    StatefulSet set = SetManifests.read("parallel.yaml");
    run(
        Serialization.unmarshal(
            Serialization.asYaml(set)
                .replace("http:", "https:")
                .replace(
                    "- \"--data-dir=/data/etcd\"",
                    "- --data-dir=/data/etcd\n        - --trusted-ca-file=/tls/ca/ca.crt\n"
                        + "        - --cert-file=/tls/pair/tls.crt\n"
                        + "        - --peer-trusted-ca-file=/odd/ca.crt\n"
                        + "        - --client-cert-auth")
                .replace(
                    "      containers:",
                    "      volumes:\n"
                        + "      - {name: ca, secret: {secretName: orders-ca, items: [{key:"
                        + " root.pem, path: ca.crt}]}}\n"
                        + "      - {name: pair, secret: {secretName: orders-tls}}\n"
                        + "      containers:")
                .replace(
                    "        volumeMounts:",
                    "        volumeMounts:\n"
                        + "        - {name: ca, mountPath: /tls/ca}\n"
                        + "        - {name: pair, mountPath: /tls/pair}"),
            StatefulSet.class));

    FoundSets found = find();

    assertThat(found.clients())
        .contains(
            new FoundTls(
                true,
                List.of(
                    "CA /tls/ca/ca.crt of the Secret orders-ca, key root.pem",
                    "certificate /tls/pair/tls.crt of the Secret orders-tls, key tls.crt")));
    assertThat(found.peers()).contains(new FoundTls(false, List.of("CA /odd/ca.crt")));
    assertThat(server.requests()).noneMatch(request -> request.uri().contains("secrets"));
  }

  @Test
  void saysWhatTheTemplateDoesNotTell() throws IOException {
    run(SetManifests.read("bitnami.yaml"));

    FoundSets found = find();

    assertThat(found.members().getFirst()).isEqualTo(new FoundMember("etcd-0", Optional.empty()));
    assertThat(found.untold().getFirst()).contains("has no --advertise-client-urls");
    assertThat(found.appliers().getFirst()).contains("meta.helm.sh/release-name");
  }

  private FoundSets find(String... chosen) throws IOException {
    return SetSearch.in(clients, server.source(folder), "etcd").find(List.of(chosen));
  }

  /** Makes a set with all its pods. */
  private void run(StatefulSet set) {
    set.getMetadata().setNamespace("etcd");
    set.getMetadata().setUid("uid-" + set.getMetadata().getName());
    sets.put(SETS + set.getMetadata().getName(), new Answer(200, Serialization.asJson(set)));
    int replicas = Optional.ofNullable(set.getSpec().getReplicas()).orElse(1);
    IntStream.range(0, replicas).mapToObj(ordinal -> pod(set, ordinal)).forEach(pods::add);
  }

  private static Pod pod(StatefulSet set, int ordinal) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(set.getMetadata().getName() + "-" + ordinal)
        .withNamespace("etcd")
        .addNewOwnerReference()
        .withApiVersion("apps/v1")
        .withKind("StatefulSet")
        .withName(set.getMetadata().getName())
        .withUid("uid-" + set.getMetadata().getName())
        .withController(true)
        .endOwnerReference()
        .endMetadata()
        .withSpec(Serialization.clone(set.getSpec().getTemplate().getSpec()))
        .build();
  }

  private static StatefulSet member(String name, String... cluster) {
    String peers =
        List.of(cluster).stream()
            .map(one -> one + "=http://" + one + ":2380")
            .reduce((all, next) -> all + "," + next)
            .orElseThrow();
    return one(
        name,
        "etcd:3.6.16",
        "[etcd, --name=%1$s, --advertise-client-urls=http://%1$s:2379, --initial-advertise-peer-urls=http://%1$s:2380, '--initial-cluster=%2$s']"
            .formatted(name, peers));
  }

  private static StatefulSet one(String name, String image, String command) {
    return Serialization.unmarshal(
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: NAME}
        spec:
          serviceName: NAME
          replicas: 1
          selector: {matchLabels: {app: NAME}}
          template:
            metadata: {labels: {app: NAME}}
            spec: {containers: [{name: main, image: "IMAGE", command: COMMAND}]}
        """
            .replace("NAME", name)
            .replace("IMAGE", image)
            .replace("COMMAND", command),
        StatefulSet.class);
  }

  private Answer answer(Request request) {
    String path = request.uri().replaceAll("\\?.*", "");
    return path.endsWith("/pods")
        ? new Answer(200, Serialization.asJson(new PodListBuilder().withItems(pods).build()))
        : sets.getOrDefault(path, NONE);
  }
}
