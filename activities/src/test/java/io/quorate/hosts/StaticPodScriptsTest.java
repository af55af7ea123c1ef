package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import io.quorate.shell.LocalHost;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Shell;
import io.quorate.supervisor.ManifestTest;
import io.quorate.supervisor.MemberPaths;
import io.quorate.supervisor.StaticPodSupervisor;
import io.quorate.volume.Mount;
import io.quorate.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the scripts do to the files of a static pod. A process that only has a kubelet's name and
 * arguments stands in for one: it starts and ends nothing. A real kubelet is in KubeadmIT.
 */
@EnabledIf("mayWriteLocks")
class StaticPodScriptsTest {
  private static final MemberName NAME = new MemberName("cp1");
  private static final EtcdVersion NEWER = new EtcdVersion(3, 6, 6);
  private static final JoinSettings SETTINGS =
      new JoinSettings(Map.of("cp1", List.of("http://10.0.0.1:2380")));

  /** Ends once the manifest was away and is back: a start is not waited for then. */
  private static final String STAND_IN =
      "while [ -e \"$0\" ]; do sleep 0.1; done; while [ ! -e \"$0\" ]; do sleep 0.1; done";

  private static final String PATH_OPTION = "--pod-manifest-path=";

  @TempDir private Path folder;
  private Path manifest;
  private Path held;
  private Path data;
  private String text;
  private Process kubelet;

  static boolean mayWriteLocks() {
    return Files.isWritable(Path.of("/run"));
  }

  @BeforeEach
  void layOut() throws IOException, InterruptedException {
    folder = folder.toRealPath();
    Path manifests = Files.createDirectories(folder.resolve("kubernetes/manifests"));
    manifest = manifests.resolve("etcd.yaml");
    held = folder.resolve("kubernetes/quorate-held/etcd.yaml");
    data = Files.createDirectories(folder.resolve("data"));
    text = ManifestTest.KUBEADM.replace("/var/lib/etcd", data.toString());
    Files.writeString(manifest, text);
    Path program = folder.resolve("kubelet");
    Files.copy(Path.of("/bin/sh").toRealPath(), program);
    program.toFile().setExecutable(true);
    kubelet =
        new ProcessBuilder(
                program.toString(), "-c", STAND_IN, manifest.toString(), PATH_OPTION + manifests)
            .start();
  }

  @AfterEach
  void end() throws IOException, InterruptedException {
    kubelet.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    Files.deleteIfExists(Path.of(member().supervisor().lockFile()));
  }

  private MemberPaths member() {
    return new MemberPaths(
        NAME,
        NAME,
        data.toString(),
        manifest.toString(),
        manifest.toString(),
        new StaticPodSupervisor(manifest.toString()));
  }

  private HostPlatform platform() {
    return platform(new LocalShell());
  }

  private HostPlatform platform(Shell shell) {
    return HostPlatform.of(
        Hosts.of(
            List.of(
                new MemberScripts(
                    member(), new LocalHost(shell), ScratchMember.LIMITS, Mount.NONE))),
        List.of(),
        List.of(new ReleaseImage(NEWER, "registry.k8s.io/etcd:3.6.6-0")),
        Clock.systemUTC());
  }

  private Workload seen() {
    return platform().workloads().look(NAME);
  }

  private static Permit permit() {
    return Permit.granted("payments.1a2b", Duration.ofMinutes(1), System::nanoTime, () -> false);
  }

  @Test
  void aHoldMovesTheManifestAwayAndNamesTheOperation() throws IOException {
    assertThat(seen().evidence()).contains("the kubelet starts it again by itself");

    platform().workloads().hold(NAME, permit());

    assertThat(manifest).doesNotExist();
    assertThat(held).hasContent(text);
    assertThat(seen().state()).isEqualTo(Workload.Gone.HELD);
    assertThat(seen().evidence()).contains("held in " + held + " by payments.1a2b ");
    assertThat(Files.getPosixFilePermissions(held.getParent())).hasSize(3);
  }

  @Test
  void aLivenessProbeThatNeedsQuorumIsSeenWhetherThePodIsHeldOrNot() throws IOException {
    String probe = "its livenessProbe asks for /health?exclude=NOSPACE, in line 32 of " + manifest;
    assertThat(seen().probe()).hasValue(probe);

    platform().workloads().hold(NAME, permit());
    assertThat(seen().probe()).hasValue(probe);

    Files.writeString(held, text.replace("exclude=NOSPACE", "serializable=true"));
    assertThat(seen().probe()).isEmpty();
  }

  @Test
  void theGracePeriodOfTheManifestIsSeenWhetherThePodIsHeldOrNot() throws IOException {
    assertThat(seen().grace().words())
        .isEqualTo(
            "the kubelet kills it if it has not ended after 30 s (terminationGracePeriodSeconds)");

    Files.writeString(
        manifest,
        text.replaceFirst("(?m)^spec:\n", "spec:\n  terminationGracePeriodSeconds: 75\n"));
    assertThat(seen().grace().time()).hasSeconds(75);

    platform().workloads().hold(NAME, permit());
    assertThat(seen().grace().time()).hasSeconds(75);
  }

  @Test
  void aManifestThatIsWrittenAgainIsNeverOverwritten() throws IOException {
    platform().workloads().hold(NAME, permit());
    Files.writeString(manifest, text + "# by kubeadm upgrade\n");

    assertThat(seen().provenAbsent()).isFalse();
    assertThat(seen().evidence()).contains("so the hold is void");
    assertThatThrownBy(() -> platform().workloads().hold(NAME, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("was written since; compare them");
    assertThat(held).hasContent(text);
    assertThat(manifest).hasContent(text + "# by kubeadm upgrade\n");
  }

  @Test
  void aCopyInTheDirectoryIsASecondPod() throws IOException {
    Files.writeString(manifest.resolveSibling("etcd.yaml.bak"), text);
    Files.writeString(manifest.resolveSibling(".etcd.yaml.swp"), text);
    Files.writeString(manifest.resolveSibling("kube-apiserver.yaml"), "kind: Pod\n");

    assertThat(seen().evidence()).startsWith(manifest + ".bak starts etcd on the same data");
    assertThatThrownBy(() -> platform().workloads().stop(NAME, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("etcd.yaml.bak");
    assertThat(manifest).hasContent(text);
  }

  @Test
  void withoutAKubeletNothingIsStarted() throws Exception {
    platform().workloads().hold(NAME, permit());
    kubelet.destroyForcibly().waitFor();

    assertThatThrownBy(() -> platform().workloads().start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageMatching(
            ".*(no kubelet runs; systemctl status kubelet|the kubelet reads the manifests in ).*");
    assertThat(held).hasContent(text);
  }

  @Test
  void anUnusualManifestIsRefusedBeforeAnythingIsStopped() throws IOException {
    Files.writeString(manifest, text.replace("- --name=cp1", "- --config-file=/etc/etcd.yml"));

    assertThatThrownBy(() -> platform().workloads().stop(NAME, permit()))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining(manifest + " line 27: --config-file");
    assertThat(manifest).exists();
  }

  @Test
  void imageAndFlagsChangeWithOneRename() throws IOException {
    platform().workloads().hold(NAME, permit());
    var settings = new TreeMap<>(platform().installations().look(NAME).settings());
    assertThat(platform().installations().look(NAME).binary()).contains(new EtcdVersion(3, 5, 15));
    settings.put("ETCD_SNAPSHOT_COUNT", "5000");

    platform().installations().switchTo(NAME, NEWER, settings, permit());

    assertThat(held)
        .hasContent(
            text.replace("etcd:3.5.15-0", "etcd:3.6.6-0")
                .replace("--snapshot-count=10000", "--snapshot-count=5000"));
    assertThat(platform().installations().look(NAME).binary()).contains(NEWER);
  }

  @Test
  void theVersionOfTheNextStartIsThatOfTheReleasesAndNeverATag() {
    var host = new MemberScripts(member(), new LocalHost(), ScratchMember.LIMITS, Mount.NONE);
    Facts facts = host.look(MemberScript.INSTALLATION, List.of());
    EtcdVersion real = new EtcdVersion(3, 4, 35);
    var known =
        new PodInstallations(List.of(new ReleaseImage(real, "registry.k8s.io/etcd:3.5.15-0")));

    assertThat(known.released(facts, host)).contains(real);
    assertThat(new PodInstallations(List.of()).released(facts, host)).isEmpty();
  }

  @Test
  void dataIsSetAsideOnlyUnderAHold() throws IOException {
    Files.createDirectories(data.resolve("member"));
    MemberId was = MemberId.parse("8e9e05c52164694d");

    assertThatThrownBy(() -> platform().data().setAside(NAME, was, permit()))
        .hasMessageContaining("the kubelet starts it again by itself");
    platform().workloads().hold(NAME, permit());

    assertThat(platform().data().setAside(NAME, was, permit()))
        .startsWith(data + ".aside-payments.1a2b");
    assertThat(data).doesNotExist();
  }

  @Test
  void aStartGivesTheManifestBackWithTheFlagsOfAJoinAndAnEmptyPlace() throws Exception {
    platform().workloads().hold(NAME, permit());
    Files.delete(data);

    assertThatThrownBy(() -> platform().workloads().start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Unknown.class)
        .hasMessageContaining("the kubelet has ended before it started " + manifest);

    assertThat(held).doesNotExist();
    assertThat(manifest)
        .hasContent(
            text.replace(
                "--initial-cluster=cp1=https://10.0.0.1:2380",
                "--initial-cluster=cp1=http://10.0.0.1:2380"));
    assertThat(data).isEmptyDirectory();
    assertThat(Files.getPosixFilePermissions(data)).hasSize(3);
  }

  @Test
  void aFlagForOneStartEndsWithTheNextHold() throws Exception {
    platform().workloads().hold(NAME, permit());
    var once =
        new JoinSettings(
            SETTINGS.peerUrlsByName(), new TreeMap<>(Map.of("ETCD_SNAPSHOT_COUNT", "5")));
    assertThatThrownBy(() -> platform().workloads().start(NAME, once, permit()))
        .isInstanceOf(Failure.Unknown.class);
    assertThat(manifest).content().contains("--snapshot-count=5\n").doesNotContain("=10000");

    platform().workloads().hold(NAME, permit());

    assertThat(held).content().contains("--snapshot-count=10000\n");
  }

  @Test
  void aFlagForAStartThatDiedIsNotInTheNextStart() throws Exception {
    platform().workloads().hold(NAME, permit());
    var once =
        new JoinSettings(
            SETTINGS.peerUrlsByName(), new TreeMap<>(Map.of("ETCD_SNAPSHOT_COUNT", "5")));
    Shell dies = KillingShell.before("start", "  move \"$held\" \"$service\" ||");
    assertThatThrownBy(() -> platform(dies).workloads().start(NAME, once, permit()))
        .isInstanceOf(Failure.class);
    assertThat(held).content().contains("--snapshot-count=5\n");
    assertThat(platform().installations().look(NAME).settings())
        .containsEntry("ETCD_SNAPSHOT_COUNT", "10000");

    assertThatThrownBy(() -> platform().workloads().start(NAME, SETTINGS, permit()))
        .isInstanceOf(Failure.Unknown.class);

    assertThat(manifest).content().contains("--snapshot-count=10000\n");
  }
}
