package io.quorate.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quorate.lab.junit.SharedKubernetesLab;
import io.quorate.lab.kubernetes.ContainerProcess;
import io.quorate.lab.kubernetes.EtcdSet;
import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.machine.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Quorate in a pod of the Kubernetes that runs the members of etcd. */
@Tag("dist")
class InClusterIT {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final String ETCD = "orders";

  @RegisterExtension static final SharedKubernetesLab LAB = new SharedKubernetesLab("3.6");

  @TempDir private static Path folder;
  private static ChartedQuorate quorate;

  @BeforeAll
  static void install() throws IOException, InterruptedException {
    var addresses = LAB.get().serviceAddresses(150, 3);
    var set = EtcdSet.of(ETCD, "etcd", KubernetesLab.image("3.6"), 3, addresses);
    LAB.get().apply(set.rollingUpdate().yaml());
    quorate = new ChartedQuorate(LAB.get(), folder);
    quorate.install();
    kubectl("rollout", "status", "statefulset/etcd", "--timeout=240s");
  }

  @Test
  void checkInThePodFindsNothingThatStopsARunbook() throws IOException, InterruptedException {
    var check = quorate.inside("check");

    assertThat(check.exitCode()).as(check.output()).isZero();
  }

  /** The manifest says RollingUpdate: the policy of the chart lets Quorate alone hold a member. */
  @Test
  void aReplacementGoesOnAfterThePodOfQuorateWasKilled() throws IOException, InterruptedException {
    String template = kubectl("get", "statefulset", "etcd", "-o", "jsonpath={.spec}");
    kubectl("delete", "pvc", "data-etcd-1", "--wait=false");
    kubectl("delete", "pod", "etcd-1", "--wait=false");
    until(
        "the loss is seen",
        () -> quorate.inside("status", "orders").output().contains("already been bootstrapped"));

    String operation =
        quorate
            .asked("robin", "start", "minority-replace", "orders", "--member", "etcd-1")
            .path("operation")
            .asText();
    until("the question", () -> !question(operation).isEmpty());
    quorate.asked("dana", "approve", operation, "--digest", question(operation));
    until("the third step", () -> done(operation) >= 3);
    killQuorate();
    until("the end of the operation", () -> state(operation).equals("completed"));

    assertThat(kubectl("get", "statefulset", "etcd", "-o", "jsonpath={.spec}")).isEqualTo(template);
    until(
        "three members ready",
        () ->
            kubectl("get", "statefulset", "etcd", "-o", "jsonpath={.status.readyReplicas}")
                .equals("3"));
  }

  private static void killQuorate() throws IOException {
    long pid =
        IntStream.rangeClosed(1, 2)
            .boxed()
            .flatMap(node -> LAB.get().processes(node).stream())
            .filter(process -> process.command().contains("serve"))
            .filter(process -> process.command().getFirst().equals("java"))
            .mapToLong(ContainerProcess::pid)
            .findFirst()
            .orElseThrow();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
  }

  private static String question(String operation) throws IOException, InterruptedException {
    JsonNode all = quorate.asked("dana", "show", operation).path("approvals");
    return StreamSupport.stream(all.spliterator(), false)
        .filter(one -> one.path("state").asText().equals("open"))
        .map(one -> one.path("digest").asText())
        .findFirst()
        .orElse("");
  }

  private static long done(String operation) throws IOException, InterruptedException {
    JsonNode all = quorate.asked("dana", "show", operation).path("steps");
    return StreamSupport.stream(all.spliterator(), false)
        .filter(one -> one.hasNonNull("endedAt"))
        .count();
  }

  private static String state(String operation) throws IOException, InterruptedException {
    JsonNode shown = quorate.asked("dana", "show", operation);
    String state = shown.path("state").asText();
    if (state.equals("parked")) {
      throw new IllegalStateException(shown.toPrettyString());
    }
    return state;
  }

  private static String kubectl(String... words) throws IOException, InterruptedException {
    return LAB.get().kubectl(words).and("-n", ETCD).outputWithin(LIMIT);
  }

  /** A question to a program that may be away for a moment. */
  private interface Asked {
    boolean isTrue() throws IOException, InterruptedException;
  }

  private static void until(String what, Asked asked) throws InterruptedException {
    Await.until(
        what,
        LIMIT,
        PAUSE,
        () -> {
          try {
            return asked.isTrue();
          } catch (IOException later) {
            return false;
          }
        });
  }
}
