package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Folders;
import io.quorate.lab.machine.StaticPods;
import io.quorate.lab.machine.StaticPods.Release;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.operated.ChildJvm;
import io.quorate.playground.operated.Operated;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
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
      Path configuration = configuration(pods, old, newer);
      var payments =
          new Operated(new ChildJvm(pods.within(List.of()).words(), configuration), LIMIT);
      Process temporal = Operated.temporal(pods::within, tools.find(Tool.temporal()), folder);
      Process serving = null;
      try {
        payments.until("all to be reached", () -> payments.quorate().run("check").exitCode() == 0);
        assertThat(payments.quorate().run("check").out())
            .contains("ok       kubelet of cp1 (payments)")
            .contains("ok       manifest " + pods.manifest(2) + " of cp2 (payments)");
        serving = payments.serving(folder);
        membersAreRestarted(pods, payments);
        theImageIsUpgraded(pods, payments, newer);
        aLostDiskIsReplaced(pods, payments);
        aKubeletThatIsDownProvesNothing(pods, payments);
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
                watch: off
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

  private static void membersAreRestarted(StaticPods pods, Operated payments) throws Exception {
    String before = Files.readString(pods.manifest(1));
    payments.done("rolling-restart");

    assertThat(Files.readString(pods.manifest(1)))
        .as("a start states that the cluster exists, and nothing else changes")
        .isEqualTo(
            before.replace(
                "   # kubeadm's own\n",
                "   # kubeadm's own\n    - --initial-cluster-state=existing\n"));
    assertThat(pods.held(1)).doesNotExist();
  }

  private static void theImageIsUpgraded(StaticPods pods, Operated payments, Release newer)
      throws Exception {
    String before = Files.readString(pods.manifest(1));
    payments.done("rolling-upgrade", "--to", newer.version(), "--soak", "1s");

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

  private static void aLostDiskIsReplaced(StaticPods pods, Operated payments) throws Exception {
    Files.createDirectories(pods.held(3).getParent());
    Files.move(pods.manifest(3), pods.held(3));
    payments.until("cp3 to be held", () -> payments.status().contains("held in " + pods.held(3)));
    Files.setPosixFilePermissions(pods.data(3), PosixFilePermissions.fromString("rwx------"));
    Folders.delete(pods.data(3).resolve("member/snap"));

    payments.done("minority-replace", "--member", "cp3");

    assertThat(pods.held(3)).doesNotExist();
    assertThat(pods.manifest(3)).content().contains("    - --initial-cluster-state=existing\n");
    assertThat(Files.getPosixFilePermissions(pods.data(3))).hasSize(3);
    try (var beside = Files.list(pods.data(3).getParent())) {
      assertThat(beside.filter(path -> path.toString().contains("etcd-cp3.aside-"))).hasSize(1);
    }
    assertThat(payments.diagnosis()).isEqualTo("whole");
  }

  private static void aKubeletThatIsDownProvesNothing(StaticPods pods, Operated payments)
      throws Exception {
    pods.stopKubelet();
    payments.until(
        "the kubelet to be missed",
        () -> payments.quorate().run("check").out().contains("no kubelet runs"));
    Files.move(pods.manifest(2), pods.held(2));
    assertThat(payments.quorate().run("check").out())
        .contains("is still there, though its manifest is away: no kubelet runs");

    pods.startKubelet();
    payments.until("cp2 to be held", () -> payments.status().contains("held in " + pods.held(2)));
    payments.done("member-restart", "--member", "cp2");
    assertThat(pods.held(2)).doesNotExist();
  }
}
