package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a keeper may do, and what has become of one. */
class KeeperPodTest {
  private static final String MEMBER =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: etcd-1
        namespace: payments
        labels: {app: etcd}
      spec:
        serviceAccountName: etcd
        priorityClassName: high
        imagePullSecrets: [{name: registry}]
        securityContext: {runAsUser: 1001, fsGroup: 1001, runAsNonRoot: true}
        nodeSelector: {disk: fast}
        affinity:
          podAntiAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
            - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: etcd}}}
          nodeAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms: [{matchExpressions: [{key: pool, operator: In, values: [db]}]}]
        tolerations: [{key: etcd, operator: Exists}]
        containers:
        - name: sidecar
          image: other
          securityContext: {privileged: true}
          volumeMounts: [{name: data, mountPath: /data}]
        - name: etcd
          image: etcd:3.6.16
          securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true}
          volumeMounts:
          - {name: data, mountPath: /var/lib/etcd, subPath: etcd}
          - {name: tls, mountPath: /tls}
        volumes:
        - name: data
          persistentVolumeClaim: {claimName: data-etcd-1}
      """;
  private static final PodSpec SPEC =
      new KubernetesSerialization().unmarshal(MEMBER, Pod.class).getSpec();
  private static final KeeperOrder ORDER = order(Optional.of("node2"));

  private static KeeperOrder order(Optional<String> node) {
    return new KeeperOrder(
        "payments",
        "etcd-1",
        SPEC,
        SPEC.getContainers().get(1).getVolumeMounts().get(0),
        "data-etcd-1",
        "keeper:1",
        node,
        Duration.ofHours(6));
  }

  @Test
  void aKeeperHasTheRightsOfTheMemberAndNoOthers() {
    PodSpec keeper = KeeperPod.of(ORDER).getSpec();
    assertThat(keeper.getSecurityContext()).isEqualTo(SPEC.getSecurityContext());
    assertThat(keeper.getContainers())
        .hasSize(2)
        .allSatisfy(
            container ->
                assertThat(container.getSecurityContext())
                    .isEqualTo(SPEC.getContainers().get(1).getSecurityContext()));
    assertThat(keeper.getServiceAccountName()).isEqualTo("etcd");
    assertThat(keeper.getAutomountServiceAccountToken()).isFalse();
    assertThat(keeper.getImagePullSecrets()).isEqualTo(SPEC.getImagePullSecrets());
    assertThat(keeper.getPriorityClassName()).isEqualTo("high");
  }

  @Test
  void aKeeperHasTheDataWhereTheMemberHasIt() {
    PodSpec keeper = KeeperPod.of(ORDER).getSpec();
    var mount = keeper.getContainers().get(0).getVolumeMounts().get(0);
    assertThat(mount.getMountPath()).isEqualTo("/var/lib/etcd");
    assertThat(mount.getSubPath()).isEqualTo("etcd");
    assertThat(keeper.getVolumes())
        .filteredOn(volume -> volume.getName().equals(mount.getName()))
        .singleElement()
        .satisfies(
            volume ->
                assertThat(volume.getPersistentVolumeClaim().getClaimName())
                    .isEqualTo("data-etcd-1"));
  }

  @Test
  void aSecondContainerHasTheImageOfTheMemberAndNoneOfItsData() {
    var donor = KeeperPod.of(ORDER).getSpec().getContainers().get(1);
    assertThat(donor.getImage()).isEqualTo("etcd:3.6.16");
    assertThat(donor.getCommand())
        .containsExactly("etcd", "gateway", "start", "--listen-addr=127.0.0.1:0");
    assertThat(donor.getVolumeMounts()).isEmpty();
    assertThat(KeeperPod.of(ORDER).getSpec().getShareProcessNamespace()).isTrue();
  }

  /** The kubelet tells the end of the container before the phase of the pod. */
  @Test
  void aTrialEndsWellByItsContainerWhateverThePhase() {
    String ended =
        "phase: Pending, containerStatuses: [{name: scripts, state: {terminated: {exitCode: %d}}}]";
    assertThat(KeeperState.endedWell(pod(ended.formatted(0)))).isTrue();
    assertThat(KeeperState.endedWell(pod(ended.formatted(3)))).isFalse();
  }

  /** The kubelet would turn them into one. */
  @Test
  void theCommandOfAKeeperHasNoTwoDollarsInARow() {
    assertThat(KeeperPod.of(ORDER).getSpec().getContainers().get(0).getCommand())
        .noneMatch(word -> word.contains("$$"));
  }

  /** A script may run in it: a look of another Quorate, or of a newer worker, would end that. */
  @Test
  void aKeeperInWhichScriptsRunServesThoughItsOwnImageIsAnother() {
    String ready = "phase: Running, containerStatuses: [{name: scripts, ready: true}]";
    Pod other = pod(ready);
    String images = other.getMetadata().getAnnotations().get(Marks.IMAGES);
    other.getMetadata().getAnnotations().put(Marks.IMAGES, images.replace("keeper:1", "keeper:2"));
    assertThat(KeeperState.of(ORDER, other)).isInstanceOf(KeeperState.Ready.class);

    other.getMetadata().getAnnotations().put(Marks.IMAGES, "keeper:1 etcd:3.5.21");
    assertThat(KeeperState.of(ORDER, other)).isInstanceOf(KeeperState.Over.class);
  }

  /** The image of a keeper may have been changed because the one before was bad. */
  @Test
  void aKeeperOfOtherImagesIsMadeAnew() {
    Pod before =
        new PodBuilder(pod("phase: Running, containerStatuses: [{name: scripts, ready: true}]"))
            .editMetadata()
            .addToAnnotations(Marks.IMAGES, "keeper:1 etcd:3.5.21")
            .endMetadata()
            .build();
    assertThat(KeeperState.of(ORDER, before))
        .isInstanceOfSatisfying(
            KeeperState.Over.class, over -> assertThat(over.why()).contains("etcd:3.5.21"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "waiting: {reason: ContainerCreating} | ''",
        "running: {startedAt: '2026-11-29T00:00:00Z'} | ''",
        "waiting: {reason: ErrImagePull, message: not there} | ErrImagePull: not there",
        "terminated: {exitCode: 2, reason: Error, message: unknown command} | it ended, Error:"
            + " unknown command"
      })
  void theSecondContainerSaysWhyNoToolsCanBeTakenFromIt(String state, String why) {
    String status = "phase: Running, containerStatuses: [{name: etcd, state: {" + state + "}}]";
    assertThat(KeeperState.troubleOfDonor(pod(status)).orElse("")).isEqualTo(why);
  }

  @Test
  void aKeeperEndsByItselfAndIsNotStartedAgain() {
    PodSpec keeper = KeeperPod.of(ORDER).getSpec();
    assertThat(keeper.getRestartPolicy()).isEqualTo("Never");
    assertThat(keeper.getActiveDeadlineSeconds()).isEqualTo(6 * 3600);
    assertThat(keeper.getTerminationGracePeriodSeconds()).as("0 would be no proof").isPositive();
  }

  @Test
  void aKeeperRunsOnTheNodeOfTheVolumeWhateverItsTaints() {
    PodSpec keeper = KeeperPod.of(ORDER).getSpec();
    var terms =
        keeper
            .getAffinity()
            .getNodeAffinity()
            .getRequiredDuringSchedulingIgnoredDuringExecution()
            .getNodeSelectorTerms();
    assertThat(terms.get(0).getMatchFields().get(0).getValues()).containsExactly("node2");
    assertThat(keeper.getNodeSelector()).isNullOrEmpty();
    assertThat(keeper.getTolerations())
        .singleElement()
        .satisfies(each -> assertThat(each.getOperator()).isEqualTo("Exists"));
  }

  /** A gated member has no node, and the node that it had may be dead. */
  @Test
  void aKeeperWhoseNodeIsChosenGoesWhereTheMemberMayGo() {
    PodSpec keeper = KeeperPod.of(order(Optional.empty())).getSpec();
    assertThat(keeper.getNodeSelector()).isEqualTo(SPEC.getNodeSelector());
    assertThat(keeper.getTolerations()).isEqualTo(SPEC.getTolerations());
    assertThat(keeper.getAffinity().getNodeAffinity())
        .isEqualTo(SPEC.getAffinity().getNodeAffinity());
    assertThat(keeper.getAffinity().getPodAntiAffinity()).as("it may be beside others").isNull();
  }

  @Test
  void noSetAndNoServiceFindsAKeeper() {
    assertThat(KeeperPod.of(ORDER).getMetadata().getLabels())
        .containsEntry(Marks.KEEPER, "etcd-1")
        .doesNotContainKey("app");
  }

  @Test
  void aKeeperThatIsAsOrderedIsTakenOver() {
    assertThat(state("phase: Running, containerStatuses: [{name: scripts, ready: true}]"))
        .isInstanceOf(KeeperState.Ready.class);
    assertThat(KeeperState.of(ORDER, null)).isInstanceOf(KeeperState.Missing.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "phase: Pending, conditions: [{type: PodScheduled, status: 'False', reason: Unschedulable,"
            + " message: 0/2 nodes}] | no node takes it: Unschedulable: 0/2 nodes",
        "phase: Pending, containerStatuses: [{name: scripts, state: {waiting: {reason:"
            + " ImagePullBackOff, message: no such image}}}] | ImagePullBackOff: no such image. Do:"
            + " look whether the nodes reach its registry; the pull secret has to be among"
            + " imagePullSecrets of the pod of the member or of its service account",
        "phase: Pending | ''"
      })
  void aKeeperThatIsNotReadySaysWhy(String status, String why) {
    assertThat(state(status))
        .isInstanceOfSatisfying(
            KeeperState.Coming.class, coming -> assertThat(coming.why()).isEqualTo(why));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "phase: Failed, reason: DeadlineExceeded, message: too long | it has ended:"
            + " DeadlineExceeded: too long",
        "phase: Succeeded | it has ended: Succeeded",
        "phase: Pending, containerStatuses: [{name: scripts, state: {waiting: {reason:"
            + " ErrImageNeverPull, message: not there}}}] | ErrImageNeverPull: not there"
      })
  void aKeeperThatIsOverSaysWhy(String status, String why) {
    assertThat(state(status))
        .isInstanceOfSatisfying(
            KeeperState.Over.class, over -> assertThat(over.why()).isEqualTo(why));
  }

  @Test
  void anotherPodOfTheNameIsLeftAlone() {
    Pod foreign =
        new PodBuilder(pod("phase: Running")).editMetadata().withLabels(null).endMetadata().build();
    assertThat(KeeperState.of(ORDER, foreign))
        .isInstanceOfSatisfying(
            KeeperState.Foreign.class,
            each -> assertThat(each.why()).contains("Quorate did not make it"));
  }

  /** Plans are made of what a keeper says. */
  @Test
  void aPodThatHasNotTheDataIsNoKeeper() {
    Pod there = pod("phase: Running, containerStatuses: [{name: scripts, ready: true}]");
    Pod otherClaim =
        new PodBuilder(there)
            .editSpec()
            .editVolume(0)
            .withNewPersistentVolumeClaim("data-etcd-2", false)
            .endVolume()
            .endSpec()
            .build();
    Pod otherPlace =
        new PodBuilder(there)
            .editSpec()
            .editContainer(0)
            .editVolumeMount(0)
            .withMountPath("/elsewhere")
            .endVolumeMount()
            .endContainer()
            .endSpec()
            .build();
    assertThat(List.of(otherClaim, otherPlace))
        .allSatisfy(
            pod ->
                assertThat(KeeperState.of(ORDER, pod))
                    .isInstanceOfSatisfying(
                        KeeperState.Over.class,
                        over ->
                            assertThat(over.why())
                                .isEqualTo("it has not the claim data-etcd-1 at /var/lib/etcd")));
  }

  @Test
  void aKeeperThatIsBeingDeletedIsWaitedFor() {
    Pod leaving =
        new PodBuilder(pod("phase: Running"))
            .editMetadata()
            .withDeletionTimestamp("2026-11-29T00:00:00Z")
            .endMetadata()
            .build();
    assertThat(KeeperState.of(ORDER, leaving)).isInstanceOf(KeeperState.Leaving.class);
  }

  private static KeeperState state(String status) {
    return KeeperState.of(ORDER, pod(status));
  }

  private static Pod pod(String status) {
    Pod seen =
        new KubernetesSerialization()
            .unmarshal("kind: Pod\napiVersion: v1\nstatus: {" + status + "}", Pod.class);
    return new PodBuilder(KeeperPod.of(ORDER)).withStatus(seen.getStatus()).build();
  }
}
