package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.quorate.cluster.EtcdVersion;
import io.quorate.hosts.ReleaseImage;
import io.quorate.workload.NextStart;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Settings and image of the next pod of a member, beside the pod of now. */
class NextPodTest {
  private static final MemberPod PLACE = new MemberPod("etcd", 1);
  private static final ReleaseImage NEWER =
      new ReleaseImage(EtcdVersion.parse("3.7.3"), "registry.example/etcd:newer");

  private StatefulSet set =
      new StatefulSetBuilder(SetManifests.read("parallel.yaml"))
          .editMetadata()
          .withUid("set-1")
          .withGeneration(3L)
          .endMetadata()
          .withNewStatus()
          .withObservedGeneration(3L)
          .withUpdateRevision("etcd-old")
          .endStatus()
          .build();
  private final EtcdPod pod = pod();

  @Test
  void aPodOfTheNewestRevisionHasTheSettingsOfTheNextPod() {
    NextStart next = next();
    assertThat(next.began()).isEqualTo(Instant.parse("2026-11-29T01:00:00Z"));
    assertThat(next.run()).isEqualTo("containerd://1");
    assertThat(next.has()).isEmpty();
    assertThat(next.takes()).isEmpty();
    assertThat(next.version()).isEmpty();
  }

  @Test
  void aChangedTemplateIsComparedWithThePodOfTheEarlierRevision() {
    change();
    NextStart next = next();
    assertThat(next.version()).contains(NEWER.version());
    assertThat(next.takes()).containsEntry("ETCD_LOG_LEVEL", "debug");
    assertThat(next.has()).doesNotContainKey("ETCD_LOG_LEVEL").containsKey("ETCD_DATA_DIR");
    next.has().forEach((name, value) -> assertThat(next.takes()).containsEntry(name, value));
  }

  @Test
  void anImageOutsideTheReleasesComesWithTheTagOfTheImageThatRuns() {
    change("registry.example/etcd:3.1.0");
    assertThat(next().version()).contains(EtcdVersion.parse("3.1.0"));
    assertThat(next().tag()).contains(EtcdVersion.parse("3.6.16"));
    change(NEWER.image());
    assertThat(next().tag()).as("the configuration knows the version").isEmpty();
  }

  @Test
  void aPodBelowThePartitionIsMadeOfItsOwnRevisionAgain() {
    change();
    set =
        new StatefulSetBuilder(set)
            .editSpec()
            .withNewUpdateStrategy()
            .withType("RollingUpdate")
            .withNewRollingUpdate()
            .withPartition(2)
            .endRollingUpdate()
            .endUpdateStrategy()
            .endSpec()
            .build();
    assertThat(next().takes()).isEmpty();
    assertThat(next().version()).isEmpty();
  }

  @Test
  void aSetOfWhichAnOperationHasThePodsIsLeftOut() {
    change();
    set =
        new StatefulSetBuilder(set)
            .editMetadata()
            .addToAnnotations(Marks.OPERATION, "orders.1a2b3c4d")
            .endMetadata()
            .build();
    assertThat(next().takes()).isEmpty();
  }

  @Test
  void aTemplateThatTheControllerHasNotSeenIsLeftOut() {
    change();
    set = new StatefulSetBuilder(set).editMetadata().withGeneration(4L).endMetadata().build();
    assertThat(next().takes()).isEmpty();
  }

  @Test
  void aVariableThatMovesToAConfigMapOrASecretIsLeftOut() {
    change();
    hide("ETCD_DATA_DIR");
    assertThat(next().takes()).containsKey("ETCD_LOG_LEVEL").doesNotContainKey("ETCD_DATA_DIR");
    assertThat(next().has()).doesNotContainKey("ETCD_DATA_DIR");
  }

  @Test
  void aStartByAShellIsLeftOut() {
    change();
    set =
        new StatefulSetBuilder(set)
            .editSpec()
            .editTemplate()
            .editSpec()
            .editFirstContainer()
            .withCommand("/bin/sh", "-c", ". /etc/etcd.env; exec etcd")
            .withArgs()
            .endContainer()
            .endSpec()
            .endTemplate()
            .endSpec()
            .build();
    assertThat(next().has()).isEmpty();
    assertThat(next().takes()).isEmpty();
  }

  private void hide(String name) {
    set =
        new StatefulSetBuilder(set)
            .editSpec()
            .editTemplate()
            .editSpec()
            .editFirstContainer()
            .removeMatchingFromEnv(one -> name.equals(one.getName()))
            .withArgs(
                set.getSpec().getTemplate().getSpec().getContainers().getFirst().getArgs().stream()
                    .filter(word -> !word.startsWith("--data-dir"))
                    .toList())
            .addNewEnv()
            .withName(name)
            .withNewValueFrom()
            .withNewConfigMapKeyRef("data-dir", "etcd", false)
            .endValueFrom()
            .endEnv()
            .endContainer()
            .endSpec()
            .endTemplate()
            .endSpec()
            .build();
  }

  private NextStart next() {
    return new NextPod(new EtcdSet(set), PLACE, List.of(NEWER)).after(pod).orElseThrow();
  }

  private void change() {
    change(NEWER.image());
  }

  private void change(String image) {
    set =
        new StatefulSetBuilder(set)
            .editSpec()
            .editTemplate()
            .editSpec()
            .editFirstContainer()
            .withImage(image)
            .addNewEnv()
            .withName("ETCD_LOG_LEVEL")
            .withValue("debug")
            .endEnv()
            .endContainer()
            .endSpec()
            .endTemplate()
            .endSpec()
            .editStatus()
            .withUpdateRevision("etcd-new")
            .endStatus()
            .build();
  }

  private EtcdPod pod() {
    return new EtcdPod(
        new PodBuilder()
            .withMetadata(EtcdSet.metadata(set, PLACE.name()))
            .editMetadata()
            .addToLabels(Marks.REVISION, "etcd-old")
            .endMetadata()
            .withSpec(set.getSpec().getTemplate().getSpec())
            .withNewStatus()
            .addNewContainerStatus()
            .withName("etcd")
            .withContainerID("containerd://1")
            .withNewState()
            .withNewRunning()
            .withStartedAt("2026-11-29T01:00:00Z")
            .endRunning()
            .endState()
            .endContainerStatus()
            .endStatus()
            .build());
  }
}
