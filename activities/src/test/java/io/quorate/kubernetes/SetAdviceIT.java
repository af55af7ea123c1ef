package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.lab.junit.SharedKubernetesLab;
import io.quorate.lab.kubernetes.EtcdSet;
import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.observation.Polling;
import io.quorate.workload.PlatformAdvice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The commands of advice, given to a real kubectl by a person who reads them. */
@Tag("kubernetes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(600)
class SetAdviceIT {
  private static final String NAMESPACE = "advised";
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Pattern COMMAND = Pattern.compile("kubectl (patch [^']*) -p '([^']*)'");

  @RegisterExtension static final SharedKubernetesLab LAB = new SharedKubernetesLab("3.6");

  @TempDir private static Path temporary;

  private final ApiClients clients = new ApiClients(Map.of());
  private KubernetesClient client;
  private SetApi api;
  private KubernetesPlatform platform;

  @BeforeAll
  void create() throws IOException, InterruptedException {
    KubernetesLab lab = LAB.get();
    var source = new ApiSource.Kubeconfig(lab.kubeconfig(), "lab");
    client = clients.client(source);
    api = new SetRequests(client, NAMESPACE);
    platform =
        KubernetesPlatform.of(
            clients, source, names(), List.of(), KubernetesLab.keeperImage(), Clock.systemUTC());
    var set =
        EtcdSet.of(NAMESPACE, "etcd", KubernetesLab.image("3.6"), 3, lab.serviceAddresses(180, 3))
            .rollingUpdate()
            .deletingClaims();
    String probed =
        set.yaml()
            .replace(
                "        readinessProbe:",
                """
                        livenessProbe: {httpGet: {path: /readyz, port: 2381}, failureThreshold: 100}
                        lifecycle: {preStop: {exec: {command: [etcdctl, member, remove, "1"]}}}
                        readinessProbe:\
                """);
    lab.kubectl("create", "-f", write("etcd.yaml", probed)).outputWithin(LIMIT);
    await(() -> pods().size() == 3 && pods().stream().allMatch(SetAdviceIT::isReady));
  }

  @AfterAll
  void end() {
    if (client != null) {
      client.namespaces().withName(NAMESPACE).delete();
    }
    clients.close();
  }

  @Test
  void everyCommandMendsItsFactAndRestartsNobody() throws Exception {
    List<String> before = uids();
    List<PlatformAdvice> all = SetAdvice.on(look());
    assertThat(all)
        .extracting(PlatformAdvice::name)
        .contains("stop-loses-member", "quorum-probe", "claims-deleted", "volumes-deleted");

    for (PlatformAdvice one : all) {
      kubectl(command(one.sentence()));
    }

    List<PlatformAdvice> left = SetAdvice.on(look());
    assertThat(left)
        .as("the pods have what the template had, until they are replaced")
        .extracting(PlatformAdvice::name)
        .containsExactly("stop-loses-member");
    assertThat(left.getFirst().sentence()).startsWith("A stop of etcd-0, etcd-1, etcd-2 would");
    assertThat(uids()).isEqualTo(before);
  }

  @Test
  void theBudgetThatIsPrintedLetsADrainTakeOneMember() throws Exception {
    kubectl(List.of("delete", "pdb", "etcd", "-n", NAMESPACE));
    assertThat(budgets().trouble().orElse("")).contains("quorate pdb orders | kubectl apply -f -");

    kubectl(List.of("apply", "-f", write("pdb.yaml", platform.disruptionBudget("orders"))));
    assertThat(budgets().trouble()).isEmpty();
    await(() -> allowed() == 1);

    kubectl(
        List.of(
            "patch",
            "pdb",
            "etcd",
            "-n",
            NAMESPACE,
            "--type=merge",
            "-p",
            "{\"spec\":{\"maxUnavailable\":\"67%\"}}"));
    await(() -> allowed() == 3);
    String wide = budgets().trouble().orElse("");
    assertThat(wide).contains("lets a drain take 3 of 3 members at once");
    kubectl(command(wide));
    assertThat(budgets().trouble()).isEmpty();
    await(() -> allowed() == 1);
  }

  @Test
  void imagesOfRealKubeletsAreKnownByTheirNames() {
    assertThat(CheckedAdvice.IMAGE_MISSING.sentences("orders", look(), api)).isEmpty();

    SetLook look = look();
    var etcd = look.sets().get("etcd");
    etcd.template().getSpec().getContainers().getFirst().setImage("quorate.test/none:1");
    assertThat(new MissingImages(look, etcd, api.nodes()).trouble().orElse(""))
        .contains("node1, node2. On each of them: crictl pull quorate.test/none:1");
  }

  private int allowed() {
    return api.budgets().stream()
        .filter(budget -> budget.getStatus() != null)
        .mapToInt(budget -> budget.getStatus().getDisruptionsAllowed())
        .sum();
  }

  private DisruptionBudgets budgets() {
    return new DisruptionBudgets("orders", look(), api.budgets());
  }

  private static SetNames names() {
    return new SetNames(NAMESPACE, List.of("etcd"));
  }

  private SetLook look() {
    return new LookAtSets(api, names(), Clock.systemUTC()).look();
  }

  private List<Pod> pods() {
    return client.pods().inNamespace(NAMESPACE).list().getItems();
  }

  private List<String> uids() {
    return pods().stream().map(Pod::getMetadata).map(ObjectMeta::getUid).sorted().toList();
  }

  private static boolean isReady(Pod pod) {
    return new EtcdPod(pod)
        .condition("Ready")
        .filter(ready -> "True".equals(ready.getStatus()))
        .isPresent();
  }

  /** The words of the command in a sentence, as a shell would give them to kubectl. */
  private static List<String> command(String sentence) {
    Matcher found = COMMAND.matcher(sentence);
    assertThat(found.find()).as(sentence).isTrue();
    List<String> words = new ArrayList<>(Arrays.asList(found.group(1).strip().split(" ")));
    words.addAll(List.of("-p", found.group(2)));
    return words;
  }

  private static String kubectl(List<String> words) throws IOException, InterruptedException {
    return words.stream().limit(3).collect(Collectors.joining(" "))
        + ": "
        + LAB.get().kubectl(words.toArray(String[]::new)).outputWithin(LIMIT);
  }

  private static String write(String name, String text) throws IOException {
    return Files.writeString(temporary.resolve(name), text).toString();
  }

  private static void await(BooleanSupplier condition) {
    assertThat(
            Polling.every(Duration.ofMillis(200))
                .within(
                    Duration.ofSeconds(180),
                    () -> condition.getAsBoolean() ? Optional.of(true) : Optional.empty()))
        .isPresent();
  }
}
