package io.quorate.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.MemberName;
import io.quorate.shell.Facts;
import io.quorate.workload.Grace;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** What a manifest, a kubelet and processes prove about a member. */
class PodObservationTest {
  private static final MemberPaths MEMBER =
      new MemberPaths(
          new MemberName("cp1"),
          new MemberName("cp1"),
          "/var/lib/etcd",
          "/etc/kubernetes/manifests/etcd.yaml",
          "/etc/kubernetes/manifests/etcd.yaml",
          new StaticPodSupervisor("/etc/kubernetes/manifests/etcd.yaml"));

  private static final String RUNS =
      """
      manifest=file
      manifest-held=absent
      kubelet=S
      process=815 S 4711 directory
      environment=file
      named=cp1
      """;

  private static final String AWAY =
      """
      manifest=absent
      manifest-held=file
      holder=payments.1a2b 2026-11-22T14:00:00Z
      kubelet=S
      environment=file
      trace=/var/lib/etcd
      named=cp1
      """;

  private static final String CRASHES = RUNS.replace("process=815 S 4711 directory\n", "");

  @Test
  void aPodWithItsProcessRuns() {
    assertThat(seen(RUNS).workload(MEMBER))
        .isEqualTo(
            Workload.running(
                    "pid 815 of the pod of /etc/kubernetes/manifests/etcd.yaml runs",
                    new Run("815.4711", "pid 815"))
                .ending(new Grace(Duration.ofSeconds(30), Grace.By.KUBELET)));
    assertThat(obstacle(RUNS)).isEmpty();
  }

  @Test
  void aManifestThatIsAwayWithoutAProcessIsAHold() {
    assertThat(seen(AWAY).workload(MEMBER).state()).isEqualTo(Workload.Gone.HELD);
    assertThat(seen(AWAY).workload(MEMBER).evidence())
        .isEqualTo(
            "it has no process, and the kubelet no manifest; held in"
                + " /etc/kubernetes/quorate-held/etcd.yaml by payments.1a2b 2026-11-22T14:00:00Z");
    assertThat(seen(AWAY).held()).isTrue();
  }

  @Test
  void aProcessThatOutlivesItsManifestIsUnknownAndCanStillBeStopped() {
    String slow = AWAY + "process=815 S 4711 directory\n";

    assertThat(seen(slow).workload(MEMBER).state()).isInstanceOf(Workload.Uncertain.class);
    assertThat(seen(slow).workload(MEMBER).evidence())
        .contains("pid 815")
        .contains("the kubelet has not ended it yet; look again");
    assertThat(seen(slow).restarting()).isTrue();
    assertThat(seen(slow).held()).isFalse();

    String down = slow.replace("kubelet=S", "kubelet=none ");
    assertThat(seen(down).workload(MEMBER).evidence())
        .contains("no kubelet runs; systemctl status kubelet, which ends it");
    assertThat(obstacle(down)).contains("systemctl status kubelet");
  }

  @Test
  void aPodThatTheKubeletHasNotTakenDownYetIsNotProvenAbsent() {
    assertThat(seen(AWAY + "pod-process=816\n").workload(MEMBER).state())
        .isInstanceOf(Workload.Uncertain.class);
    assertThat(seen(AWAY + "pod-process=816\n").held()).isFalse();
  }

  @Test
  void aManifestWithoutAProcessIsNeverProvenAbsentAndCanBeHeld() {
    assertThat(seen(CRASHES).workload(MEMBER).state()).isInstanceOf(Workload.Uncertain.class);
    assertThat(seen(CRASHES).workload(MEMBER).evidence())
        .isEqualTo(
            "the kubelet starts it again by itself while /etc/kubernetes/manifests/etcd.yaml is"
                + " there; to end that move it to /etc/kubernetes/quorate-held/etcd.yaml");
    assertThat(seen(CRASHES).restarting()).isTrue();

    String down = CRASHES.replace("kubelet=S", "kubelet=none ");
    assertThat(seen(down).workload(MEMBER).evidence())
        .contains("as soon as one runs: no kubelet runs; systemctl status kubelet");
    assertThat(seen(down).workload(MEMBER).provenAbsent()).isFalse();
  }

  @Test
  void aManifestThatWasWrittenSinceMakesTheHoldVoid() {
    String written = CRASHES.replace("manifest-held=absent", "manifest-held=file");

    assertThat(seen(written).workload(MEMBER).provenAbsent()).isFalse();
    assertThat(seen(written).workload(MEMBER).evidence()).contains("so the hold is void");
    assertThat(seen(written).held()).isFalse();
    assertThat(obstacle(written)).contains("compare them, and move one away");
    assertThat(
            seen(RUNS.replace("manifest-held=absent", "manifest-held=file"))
                .workload(MEMBER)
                .evidence())
        .contains("so the hold is void");
  }

  @Test
  void aSecondManifestOnTheSameDataIsRefused() {
    String second = AWAY + "manifest-second=/etc/kubernetes/manifests/etcd.yaml.bak\n";

    assertThat(seen(second).workload(MEMBER).state()).isInstanceOf(Workload.Uncertain.class);
    assertThat(seen(second).workload(MEMBER).evidence())
        .isEqualTo(
            "/etc/kubernetes/manifests/etcd.yaml.bak starts etcd on the same data; move it out of"
                + " the directory");
    assertThat(seen(second).held()).isFalse();
    assertThat(obstacle(second)).contains("etcd.yaml.bak starts etcd on the same data");
  }

  @Test
  void aKubeletThatIsStoppedOrReadsAnotherDirectoryIsAnObstacle() {
    assertThat(obstacle(RUNS.replace("kubelet=S", "kubelet=T"))).contains("stopped by a signal");
    assertThat(obstacle(RUNS.replace("kubelet=S", "kubelet=none /other")))
        .contains("the kubelet reads the manifests in /other (staticPodPath)");
    assertThat(seen(RUNS.replace("kubelet=S", "kubelet=none ")).workload(MEMBER).evidence())
        .contains("once it ends nothing starts it again");
  }

  @Test
  void theEvidenceNamesALockedDatabaseAForeignProcessAndAnotherHost() {
    assertThat(seen(AWAY + "data-locked=yes\n").workload(MEMBER).evidence())
        .contains("another process has the database in /var/lib/etcd open");
    assertThat(seen(AWAY + "other=900 4712 root etcd\n").workload(MEMBER).evidence())
        .startsWith("pid 900 of root (etcd) uses")
        .contains("outside the pod of");
    assertThat(seen(AWAY.replace("named=cp1", "named=cp2")).workload(MEMBER).evidence())
        .contains("is this the host of cp1?");
  }

  @Test
  void aMemberWithoutManifestIsAbsentAndAMachineWithoutTracesProvesNothing() {
    String none =
        AWAY.replace("manifest-held=file", "manifest-held=absent")
            .replace("environment=file", "environment=absent")
            .replace("named=cp1", "named=");

    assertThat(seen(none).workload(MEMBER).state()).isEqualTo(Workload.Gone.ABSENT);
    assertThat(seen(none.replace("trace=/var/lib/etcd\n", "")).workload(MEMBER).isUnreachable())
        .isTrue();
  }

  @Test
  void aMemberIsStartedOnlyWithTheDataOfItsConfiguration() {
    assertThat(objection(ManifestTest.KUBEADM)).isEmpty();
    assertThat(objection(ManifestTest.KUBEADM.replace("--data-dir=/var/lib/etcd", "--data-dir=/e")))
        .contains("etcd.yaml line 19 has --data-dir=/e, the configuration says");
    assertThat(objection(ManifestTest.KUBEADM.replace("path: /var/lib/etcd", "path: /data/etcd")))
        .contains(
            "its data directory is /var/lib/etcd in the container and /data/etcd on the host");
    assertThat(
            objection(
                ManifestTest.KUBEADM.replace(
                    "mountPath: /var/lib/etcd", "readOnly: true\n      mountPath: /var/lib/etcd")))
        .contains("is read-only");
    assertThat(objection(ManifestTest.KUBEADM.replace("mountPath: /var/lib/etcd", "mountPath: /x")))
        .contains("mounts nothing of the host at its data directory");
    assertThat(objection(ManifestTest.KUBEADM.replace("--snapshot-count=10000", "--wal-dir=/wal")))
        .contains("at its log (--wal-dir) /wal");
    assertThat(
            objection(
                ManifestTest.KUBEADM.replace("--snapshot-count=10000", "--force-new-cluster")))
        .contains("line 28 sets ETCD_FORCE_NEW_CLUSTER; remove it");
    assertThat(objection(ManifestTest.KUBEADM.replace("- --name=cp1", "- --pre-vote")))
        .contains("write --name=cp1 into /etc/kubernetes/manifests/etcd.yaml");
    assertThat(
            objection(
                ManifestTest.KUBEADM.replace("- --name=cp1", "- --config-file=/etc/etcd.yml")))
        .contains("--config-file makes etcd ignore all flags; write them here instead");
    assertThat(objection(ManifestTest.KUBEADM.replace("- etcd\n", "- sh\n")))
        .contains("line 15: starts 'sh'");
  }

  private static String objection(String manifest) {
    byte[] bytes = manifest.getBytes(StandardCharsets.UTF_8);
    String fact = "environment-bytes=" + Base64.getEncoder().encodeToString(bytes);
    return new Supervision(MEMBER, Facts.of("this machine", fact)).objection().orElse("");
  }

  private static String obstacle(String facts) {
    return new Supervision(MEMBER, Facts.of("this machine", facts)).obstacle().orElse("");
  }

  private static MemberObservation seen(String facts) {
    return new Supervision(MEMBER, Facts.of("this machine", facts)).process();
  }
}
