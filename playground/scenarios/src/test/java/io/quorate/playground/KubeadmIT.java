package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.machine.StaticPods;
import io.quorate.lab.machine.StaticPods.Release;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.Tools;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The layout of kubeadm with a real kubelet and a real container runtime: members as static pods,
 * without an API server, as when all of them are dead. One kubelet runs the three manifests.
 */
@Order(Turn.FIRST)
class KubeadmIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int UNREACHABLE = 5;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @Test
  void membersOfAControlPlaneAreRestartedUpgradedAndReplacedWithoutAnApiServer() throws Exception {
    if (!FaultMatrix.isWhole()) {
      skip("a kubelet is built for the whole matrix only (-Pfault-matrix)");
    }
    StaticPods.whyNot().ifPresent(KubeadmIT::skip);
    Tools tools = Tools.ofThisMachine(System.getenv(), System.err::println);
    Release old = release(tools.find(Tool.etcd("3.5")));
    Release newer = release(tools.find(Tool.etcd("3.6")));
    Path kubelet = tools.find(Tool.kubelet()).program("kubelet");
    try (StaticPods pods = StaticPods.up(folder.resolve("lab"), kubelet, old, newer)) {
      var quorate = new ChildJvm(pods.within(List.of()).words(), configuration(pods, old, newer));
      Process temporal = temporal(pods, tools.find(Tool.temporal()));
      Process serving = null;
      try {
        until("all to be reached", () -> quorate.run("check").exitCode() == 0);
        assertThat(quorate.run("check").out())
            .contains("ok       kubelet of cp1 (payments)")
            .contains("ok       manifest " + pods.manifest(2) + " of cp2 (payments)");
        serving = serving(quorate);
        membersAreRestarted(pods, quorate);
        theImageIsUpgraded(pods, quorate, newer);
        aLostDiskIsReplaced(pods, quorate);
        aKubeletThatIsDownProvesNothing(pods, quorate);
      } finally {
        if (serving != null) {
          serving.destroyForcibly().waitFor();
        }
        temporal.destroyForcibly();
      }
    }
  }

  private static void skip(String why) {
    System.err.println("skipped: KubeadmIT: " + why);
    Assumptions.abort(why);
  }

  private static Release release(ToolFolder etcd) {
    return new Release(etcd.folder(), etcd.tool().version());
  }

  private Path configuration(StaticPods pods, Release old, Release newer) throws IOException {
    var text =
        new StringBuilder(
            """
            temporal: {target: "127.0.0.1:7233"}
            snapshots: {directory: "%s"}
            approval: {approvers: {oncall: [{name: dana}, {name: robin}]}}
            etcd:
              releases:
                - {version: %s, image: "%s"}
                - {version: %s, image: "%s"}
            clusters:
              payments:
                platform: hosts
                members:
            """
                .formatted(
                    folder.resolve("snapshots"),
                    old.version(),
                    old.image(),
                    newer.version(),
                    newer.image()));
    for (int member = 1; member <= 3; member++) {
      text.append(
          """
                cp%d:
                  zone: z%d
                  dataDirectory: "%s"
                  service: {staticPod: "%s"}
                  peerUrl: "http://127.0.0.1:%d2380"
                  clientUrl: "http://127.0.0.1:%d2379"
          """
              .formatted(member, member, pods.data(member), pods.manifest(member), member, member));
    }
    return Files.writeString(folder.resolve("quorate.yml"), text.toString());
  }

  private static void membersAreRestarted(StaticPods pods, ChildJvm quorate) throws Exception {
    String before = Files.readString(pods.manifest(1));
    String operation = asked(quorate, "rolling-restart");
    approve(quorate, operation);
    ends(quorate, operation);

    assertThat(Files.readString(pods.manifest(1)))
        .as("a start states that the cluster exists, and nothing else changes")
        .isEqualTo(
            before.replace(
                "   # kubeadm's own\n",
                "   # kubeadm's own\n    - --initial-cluster-state=existing\n"));
    assertThat(pods.held(1)).doesNotExist();
  }

  private static void theImageIsUpgraded(StaticPods pods, ChildJvm quorate, Release newer)
      throws Exception {
    String before = Files.readString(pods.manifest(1));
    String operation = asked(quorate, "rolling-upgrade", "--to", newer.version(), "--soak", "1s");
    approve(quorate, operation);
    ends(quorate, operation);

    for (int member = 1; member <= 3; member++) {
      assertThat(pods.manifest(member)).content().contains("image: " + newer.image() + "\n");
    }
    List<String> changed = Files.readString(pods.manifest(1)).lines().toList();
    assertThat(before.lines().filter(line -> !changed.contains(line)))
        .as("lines that an upgrade changes")
        .singleElement()
        .asString()
        .contains("image:");
  }

  private static void aLostDiskIsReplaced(StaticPods pods, ChildJvm quorate) throws Exception {
    Files.createDirectories(pods.held(3).getParent());
    Files.move(pods.manifest(3), pods.held(3));
    until("cp3 to be held", () -> status(quorate).contains("held in " + pods.held(3)));
    Files.setPosixFilePermissions(pods.data(3), PosixFilePermissions.fromString("rwx------"));
    Folders.delete(pods.data(3).resolve("member/snap"));

    String operation = asked(quorate, "minority-replace", "--member", "cp3");
    approve(quorate, operation);
    ends(quorate, operation);

    assertThat(pods.held(3)).doesNotExist();
    assertThat(pods.manifest(3)).content().contains("    - --initial-cluster-state=existing\n");
    assertThat(Files.getPosixFilePermissions(pods.data(3))).hasSize(3);
    try (var beside = Files.list(pods.data(3).getParent())) {
      assertThat(beside.filter(path -> path.toString().contains("etcd-cp3.aside-"))).hasSize(1);
    }
    assertThat(JSON.readTree(status(quorate)).path("diagnosis").path("name").asText())
        .isEqualTo("whole");
  }

  private static void aKubeletThatIsDownProvesNothing(StaticPods pods, ChildJvm quorate)
      throws Exception {
    pods.stopKubelet();
    until("the kubelet to be missed", () -> quorate.run("check").out().contains("no kubelet runs"));
    Files.move(pods.manifest(2), pods.held(2));
    assertThat(quorate.run("check").out())
        .contains("is still there, though its manifest is away: no kubelet runs");

    pods.startKubelet();
    until("cp2 to be held", () -> status(quorate).contains("held in " + pods.held(2)));
    String operation = asked(quorate, "member-restart", "--member", "cp2");
    approve(quorate, operation);
    ends(quorate, operation);
    assertThat(pods.held(2)).doesNotExist();
  }

  private Process serving(ChildJvm quorate) throws Exception {
    Process process = quorate.start(folder.resolve("serve.log"), "serve");
    until("the gateway to answer", () -> quorate.run("operations", "-o", "json").exitCode() == 0);
    return process;
  }

  /** Starts a runbook and waits for its question. */
  private static String asked(ChildJvm quorate, String runbook, String... options)
      throws Exception {
    var words = new ArrayList<>(List.of("start", runbook, "payments"));
    words.addAll(List.of(options));
    words.addAll(List.of("-o", "json"));
    var started = new AtomicReference<ChildJvm.Ended>();
    until(
        "the worker to answer",
        () -> {
          started.set(quorate.run(words.toArray(String[]::new)));
          return started.get().exitCode() != UNREACHABLE;
        });
    assertThat(started.get().exitCode()).as(started.get().err()).isZero();
    String operation = JSON.readTree(started.get().out()).path("operation").asText();
    until(
        "the question of " + runbook,
        () -> {
          String state = state(quorate, operation);
          assertThat(state).as(operation).isNotIn("refused", "failed");
          return state.equals("waiting-for-approval");
        });
    return operation;
  }

  private static void approve(ChildJvm quorate, String operation) throws Exception {
    JsonNode shown = JSON.readTree(quorate.run("show", operation, "-o", "json").out());
    String digest = shown.findValue("digest").asText();
    var approved = quorate.run("approve", operation, "--digest", digest, "--as", "dana");
    assertThat(approved.exitCode()).as(approved.err()).isZero();
  }

  private static void ends(ChildJvm quorate, String operation) throws Exception {
    Await.until(
        operation + " to be completed",
        LIMIT.multipliedBy(3),
        () -> {
          String state = unchecked(() -> state(quorate, operation));
          assertThat(state)
              .as(unchecked(() -> quorate.run("show", operation).out()))
              .doesNotContain("parked")
              .doesNotContain("failed");
          return state.equals("completed");
        });
  }

  private static String state(ChildJvm quorate, String operation)
      throws IOException, InterruptedException {
    return JSON.readTree(quorate.run("show", operation, "-o", "json").out()).path("state").asText();
  }

  private static String status(ChildJvm quorate) throws IOException, InterruptedException {
    return quorate.run("status", "payments", "-o", "json").out();
  }

  /** A question to a program that may not be there yet. */
  private interface Asked<T> {
    T answer() throws IOException, InterruptedException;
  }

  private static <T> T unchecked(Asked<T> asked) throws InterruptedException {
    try {
      return asked.answer();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void until(String what, Asked<Boolean> asked) throws InterruptedException {
    Await.until(what, LIMIT, () -> unchecked(asked));
  }

  private Process temporal(StaticPods pods, ToolFolder temporal) throws IOException {
    List<String> words =
        pods.within(
                List.of(
                    temporal.program("temporal").toString(),
                    "server",
                    "start-dev",
                    "--headless",
                    "--ip",
                    "127.0.0.1",
                    "--port",
                    "7233",
                    "--log-level",
                    "error"))
            .words();
    var builder =
        new ProcessBuilder(words)
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("temporal.log").toFile());
    builder.environment().putAll(Map.of("HOME", folder.toString()));
    return builder.start();
  }
}
