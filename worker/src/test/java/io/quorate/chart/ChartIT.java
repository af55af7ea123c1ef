package io.quorate.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.kubernetes.ApiClients;
import io.quorate.kubernetes.ApiSource;
import io.quorate.kubernetes.SetCheck;
import io.quorate.kubernetes.SetCheck.Finding;
import io.quorate.kubernetes.SetChecks;
import io.quorate.kubernetes.SetNames;
import io.quorate.lab.junit.SharedKubernetesLab;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.kubernetes.EtcdSet;
import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Command.Finished;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The chart, installed by Helm on a real Kubernetes, with its policy in front of a real set. */
@Tag("kubernetes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChartIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String RELEASE = "quorate-system";
  private static final String ETCD = "charted";
  private static final String QUORATE = "system:serviceaccount:" + RELEASE + ":quorate";

  /** The part of a hold that the policy has to let through: whoever is not Quorate cannot do it. */
  private static final String HOLD =
      """
      [{"op":"add","path":"/metadata/annotations/quorate.io~1operation","value":"orders.1"},
       {"op":"replace","path":"/spec/updateStrategy","value":{"type":"OnDelete"}},
       {"op":"add","path":"/spec/template/spec/schedulingGates","value":[{"name":"quorate.io/hold"}]}]
      """;

  private static final String END =
      """
      [{"op":"remove","path":"/spec/template/spec/schedulingGates"},
       {"op":"remove","path":"/metadata/annotations/quorate.io~1operation"}]
      """;

  @RegisterExtension static final SharedKubernetesLab LAB = new SharedKubernetesLab("3.6");

  @TempDir private static Path folder;

  private Path chart;
  private Path helm;
  private Path values;
  private Path set;

  @BeforeAll
  void install() throws IOException, InterruptedException {
    chart = Path.of("src/main/chart").toAbsolutePath();
    helm = ToolsForTests.helm().program("helm");
    values =
        Files.writeString(
            folder.resolve("values.yaml"),
            """
            image: quorate/quorate:0.1.0
            keeperImage: %s
            configuration:
              clusters:
                orders: {platform: kubernetes, inCluster: true, namespace: charted, statefulSet: etcd}
            """
                .formatted(KubernetesLab.keeperImage()));
    EtcdSet etcd =
        EtcdSet.of(ETCD, "etcd", KubernetesLab.image("3.6"), 1, LAB.get().serviceAddresses(200, 1))
            .rollingUpdate();
    set = Files.writeString(folder.resolve("etcd.yaml"), etcd.yaml());
    well(kubectl("apply", "-f", set.toString()));
    LAB.get()
        .apply(
            """
            apiVersion: v1
            kind: Namespace
            metadata:
              name: %s
              labels: {pod-security.kubernetes.io/enforce: restricted}
            """
                .formatted(RELEASE));
    well(helm("install", "quorate", chart.toString(), "-n", RELEASE, "-f", values.toString()));
  }

  @AfterAll
  void uninstall() throws InterruptedException {
    well(helm("uninstall", "quorate", "-n", RELEASE));
    well(kubectl("delete", "namespace", ETCD, RELEASE, "--wait=false"));
  }

  @Test
  void helmFindsNothingWrongWithTheChart() throws InterruptedException {
    well(helm("lint", "--strict", chart.toString(), "-f", values.toString()));
    assertThat(said(rendered("readOnly=perhaps"))).contains("readOnly");
    assertThat(said(rendered("unknown=1"))).contains("unknown");
    assertThat(said(rendered("image="))).contains("image is missing");
    assertThat(said(rendered("keeperImage="))).contains("keeperImage is missing");
    assertThat(said(rendered("configuration.gateway.listen=8085"))).contains("listen");
    assertThat(
            well(
                rendered(
                    "serviceMonitor.enabled=true",
                    "prometheusRule.enabled=true",
                    "networkPolicy.enabled=true")))
        .contains("kind: ServiceMonitor", "kind: PrometheusRule", "kind: NetworkPolicy");
    assertThat(
            well(
                rendered(
                    "serviceMonitor.enabled=true",
                    "existingTlsSecret=",
                    "configuration.gateway.alertTokenFile=/etc/quorate/secrets/alerts")))
        .contains("key: alerts", "ca: {secret: {name: quorate, key: ca.crt}}");
    assertThat(well(rendered("serviceMonitor.enabled=true", "serviceMonitor.caKey=")))
        .contains("serverName")
        .doesNotContain("ca: {secret");
    assertThat(well(rendered("readOnly=true")))
        .contains("quorate-look")
        .doesNotContain("quorate-change");
  }

  @Test
  void thePodIsAdmittedWhereOnlyRestrictedPodsAre() throws InterruptedException {
    Await.until(
        "the pod of Quorate",
        LIMIT,
        Duration.ofMillis(500),
        () -> said(kubectl("get", "pods", "-n", RELEASE, "-o", "name")).contains("pod/quorate-"));
  }

  @Test
  void theAccountMayPatchItsSetAndNoOther() throws InterruptedException {
    assertThat(may("patch", "statefulset/etcd", ETCD)).isTrue();
    assertThat(may("create", "pods", ETCD)).isTrue();
    assertThat(may("patch", "statefulset/other", ETCD)).isFalse();
    assertThat(may("patch", "statefulset/etcd", "default")).isFalse();
    assertThat(may("get", "secrets", ETCD)).isFalse();
  }

  @Test
  void whileAnOperationStandsOnlyQuorateChangesTheSet() throws InterruptedException {
    well(asQuorate(HOLD));
    // The API server takes a policy up a moment after it was made.
    Await.until("the policy to deny", LIMIT, Duration.ofMillis(500), this::denies);
    denied("apply", "-f", set.toString());
    denied(
        "apply",
        "--server-side",
        "--force-conflicts",
        "--field-manager=argocd",
        "-f",
        set.toString());
    denied("replace", "-f", set.toString());
    denied("delete", "statefulset", "etcd", "-n", ETCD, "--wait=false");

    well(kubectl("label", "statefulset", "etcd", "-n", ETCD, "seen=yes"));
    String before = uidOfPod();
    well(kubectl("delete", "pod", "etcd-0", "-n", ETCD));
    Await.until("the controller", LIMIT, Duration.ofMillis(500), () -> bornAfter(before));

    well(asQuorate(END));
    well(kubectl("apply", "-f", set.toString()));
    well(asQuorate(HOLD));
    well(kubectl("annotate", "statefulset", "etcd", "-n", ETCD, "quorate.io/operation-"));
    well(kubectl("apply", "-f", set.toString()));
  }

  @Test
  void checkFindsThePolicyAndTellsWhomThePolicyKeepsOut() {
    try (var clients = new ApiClients(Map.of())) {
      var admin = new ApiSource.Kubeconfig(LAB.get().kubeconfig(), "lab");
      var names = new SetNames(ETCD, List.of("etcd"));
      List<SetCheck> all =
          new SetChecks(
                  clients, admin, "orders", names, KubernetesLab.keeperImage(), Clock.systemUTC())
              .all();

      assertThat(all.stream().flatMap(one -> one.finding().get().stream()).filter(Finding::fails))
          .isEmpty();
      assertThat(all)
          .filteredOn(one -> one.name().startsWith("admission policy"))
          .extracting(one -> one.finding().get().orElseThrow().sentence())
          .singleElement()
          .asString()
          .contains("refuses changes by Quorate itself, as admin");
    }
  }

  private boolean denies() throws InterruptedException {
    return !kubectl("apply", "--dry-run=server", "-f", set.toString()).succeeded();
  }

  private String uidOfPod() throws InterruptedException {
    return said(
        kubectl(
            "get",
            "pod",
            "etcd-0",
            "-n",
            ETCD,
            "--ignore-not-found",
            "-o",
            "jsonpath={.metadata.uid}"));
  }

  private boolean bornAfter(String before) throws InterruptedException {
    String now = uidOfPod();
    return !now.isEmpty() && !now.equals(before);
  }

  private boolean may(String verb, String what, String namespace) throws InterruptedException {
    return said(kubectl("auth", "can-i", verb, what, "-n", namespace, "--as=" + QUORATE))
        .startsWith("yes");
  }

  private void denied(String... words) throws InterruptedException {
    assertThat(said(kubectl(words)))
        .as(String.join(" ", words))
        .contains("the operation orders.1 of Quorate is under way on this StatefulSet");
  }

  private Finished asQuorate(String patch) throws InterruptedException {
    return kubectl(
        "patch", "statefulset", "etcd", "-n", ETCD, "--type=json", "-p", patch, "--as=" + QUORATE);
  }

  private Finished rendered(String... settings) throws InterruptedException {
    List<String> words =
        new ArrayList<>(List.of("template", "quorate", chart.toString(), "-f", values.toString()));
    words.addAll(List.of("--kube-version", "1.34.4"));
    for (String setting : settings) {
      words.addAll(List.of("--set", setting));
    }
    return helm(words.toArray(String[]::new));
  }

  private Finished helm(String... words) throws InterruptedException {
    List<String> all = new ArrayList<>(List.of(helm.toString()));
    all.addAll(List.of(words));
    return run(
        Command.of(all)
            .with("HOME", folder.toString())
            .with("KUBECONFIG", LAB.get().kubeconfig().toString()));
  }

  private static Finished kubectl(String... words) throws InterruptedException {
    return run(LAB.get().kubectl(words));
  }

  private static Finished run(Command command) throws InterruptedException {
    try {
      return command.run(LIMIT);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String said(Finished command) {
    return command.output();
  }

  private static String well(Finished command) {
    assertThat(command.succeeded()).as(command.output()).isTrue();
    return command.output();
  }
}
