package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Reasons not to take a set over, nor to stop or start a member, on real manifests. */
class SetGuardsTest {
  private final Map<String, PersistentVolumeClaim> claims = new HashMap<>();
  private final Map<String, PersistentVolume> volumes = new HashMap<>();
  private final Map<String, EtcdPod> pods = new HashMap<>();
  private PolicyGuard guard = PolicyGuard.NONE;

  @Test
  void aParallelSetThatNobodyAppliesIsTakenOver() {
    assertThat(takeover(SetManifests.read("parallel.yaml"))).isEmpty();
  }

  @Test
  void anOrderedSetIsAdoptedFirst() {
    assertThat(takeover(SetManifests.read("ordered.yaml")).orElseThrow())
        .startsWith("its podManagementPolicy is OrderedReady")
        .contains("quorate start adopt CLUSTER");
  }

  @Test
  void aSetOfOneReplicaHasNoOrder() {
    assertThat(takeover(SetManifests.read("old.yaml"))).isEmpty();
  }

  @Test
  void anApplierThatBringsRollingUpdateBackIsNamed() {
    StatefulSet set = applied("argocd-controller", "Apply", "RollingUpdate");

    assertThat(takeover(set).orElseThrow())
        .startsWith("argocd-controller (at 2026-11-29T01:00:00Z) applies its manifest")
        .contains("Write updateStrategy: {type: OnDelete, rollingUpdate: null} into that manifest")
        .contains(
            "kubectl annotate --overwrite statefulset etcd -n default"
                + " quorate.io/applier-paused='2026-11-29 of set-1'");
  }

  /** A plan is refused with it before anybody is asked. */
  @Test
  void theLookTellsWhatWouldRefuseATakeover() {
    SimulatedSets world = new SimulatedSets(applied("argocd-controller", "Apply", "RollingUpdate"));
    world.guarded = false;
    SetNames names = new SetNames("default", List.of(SimulatedSets.SET));
    SetLook look = new LookAtSets(world, names, Clock.systemUTC()).look();

    assertThat(new TakeoverMoves(look).control().refusal().orElseThrow())
        .startsWith("The pods of the StatefulSet etcd are not taken over: argocd-controller");
  }

  @Test
  void kubectlApplyCountsAsAnApplier() {
    assertThat(takeover(applied("kubectl-client-side-apply", "Update", "RollingUpdate")))
        .isPresent();
  }

  @Test
  void anApplierThatSaysOnDeleteDoesNoHarm() {
    assertThat(takeover(applied("argocd-controller", "Apply", "OnDelete"))).isEmpty();
  }

  @Test
  void theAdmissionPolicyKeepsAnApplierAway() {
    guard = new PolicyGuard(true, Optional.empty());

    assertThat(takeover(applied("argocd-controller", "Apply", "RollingUpdate"))).isEmpty();
  }

  /** The change of the template would be refused once etcd of the member has ended. */
  @Test
  void aPolicyThatKeepsQuorateOutIsRefusedBeforeAnythingIsStopped() {
    guard = new PolicyGuard(true, Optional.of("quorate-outside"));

    assertThat(takeover(SetManifests.read("parallel.yaml")).orElseThrow())
        .contains("refuses changes by Quorate itself, as quorate-outside; Do: name that user");
  }

  @Test
  void aPersonStatesThatTheApplierIsPaused() {
    StatefulSet set = applied("argocd-controller", "Apply", "RollingUpdate");
    set.getMetadata().setAnnotations(Map.of(Marks.APPLIER_PAUSED, "2026-11-28 of set-1"));

    assertThat(takeover(set)).isEmpty();
  }

  @Test
  void aStatementOfMarchSaysNothingInJune() {
    StatefulSet set = applied("argocd-controller", "Apply", "RollingUpdate");
    for (String other : List.of("true", "2026-11-26 of set-1", "2026-11-29 of set-0")) {
      set.getMetadata().setAnnotations(Map.of(Marks.APPLIER_PAUSED, other));
      assertThat(takeover(set)).as(other).isPresent();
    }
  }

  @Test
  void aStatementForOneOperationSaysNothingForAnother() {
    StatefulSet set = applied("argocd-controller", "Apply", "RollingUpdate");
    String stated = "2026-11-29 of set-1 for orders.1a2b3c4d";
    set.getMetadata().setAnnotations(Map.of(Marks.APPLIER_PAUSED, stated));

    assertThat(takeover(set)).as("a plan before its operation has begun").isPresent();
    assertThat(takeover(set, "orders.1a2b3c4d")).isEmpty();
    assertThat(takeover(set, "orders.5e6f7a8b")).isPresent();
  }

  @Test
  void aHandThatWroteOnDeleteIsNotTheManifest() {
    StatefulSet argo = applied("kubectl-patch", "Update", "OnDelete");
    argo.getMetadata().setAnnotations(Map.of("argocd.argoproj.io/tracking-id", "orders"));
    assertThat(takeover(argo)).isPresent();

    StatefulSet kubectl = applied("kubectl-client-side-apply", "Update", "OnDelete");
    String last = "{\"spec\":{\"updateStrategy\":{\"type\":\"%s\"}}}";
    String annotation = "kubectl.kubernetes.io/last-applied-configuration";
    kubectl.getMetadata().setAnnotations(Map.of(annotation, last.formatted("RollingUpdate")));
    assertThat(takeover(kubectl)).isPresent();
    kubectl.getMetadata().setAnnotations(Map.of(annotation, last.formatted("OnDelete")));
    assertThat(takeover(kubectl)).isEmpty();
  }

  @Test
  void aManifestThatGotOnDeleteSinceCountsThoughAStrategyIsSaved() {
    StatefulSet set = applied("argocd-controller", "Apply", "OnDelete");
    set.getMetadata().setAnnotations(Map.of(Marks.STRATEGY, "{\"type\":\"RollingUpdate\"}"));

    assertThat(takeover(set)).isEmpty();
  }

  @Test
  void theOwnerOfASetIsToldOnOneShortLine() {
    StatefulSet set =
        new StatefulSetBuilder(SetManifests.read("parallel.yaml"))
            .editMetadata()
            .addNewOwnerReference()
            .withKind("Etcd")
            .withName("a\nb".repeat(100))
            .endOwnerReference()
            .endMetadata()
            .build();

    assertThat(takeover(set).orElseThrow()).doesNotContain("\n").hasSizeLessThan(250);
  }

  @Test
  void ourOwnPatchMakesNobodyAnApplier() {
    assertThat(takeover(applied("quorate", "Update", "RollingUpdate"))).isEmpty();
  }

  /** Seen on a real API server: the strategy that was given back counts as Quorate's. */
  @Test
  void anApplierIsNamedAfterQuorateHasGivenTheStrategyBack() {
    StatefulSet set = applied("quorate", "Update", "RollingUpdate");
    FieldsV1 rest = new FieldsV1();
    rest.setAdditionalProperty("f:spec", Map.of("f:template", Map.of()));
    List<ManagedFieldsEntry> managers = new ArrayList<>(set.getMetadata().getManagedFields());
    managers.add(
        new ManagedFieldsEntryBuilder()
            .withManager("argocd-controller")
            .withOperation("Apply")
            .withFieldsV1(rest)
            .build());
    set.getMetadata().setManagedFields(managers);

    assertThat(takeover(set).orElseThrow()).startsWith("argocd-controller applies its manifest");
  }

  @Test
  void helmIsKnownByItsMark() {
    assertThat(takeover(SetManifests.read("bitnami.yaml")).orElseThrow())
        .startsWith("whoever left the mark meta.helm.sh/release-name applies its manifest");
  }

  @Test
  void aSetWithoutAKnownContainerOfEtcdIsNotTakenOver() {
    StatefulSet set = SetManifests.read("parallel.yaml");
    Container etcd = set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    etcd.setName("server");
    etcd.setImage("acme/server:1");
    Container backup =
        new ContainerBuilder().withName("backup").withImage("acme/etcd-backup:3").build();
    set.getSpec().getTemplate().getSpec().setContainers(List.of(backup, etcd));

    assertThat(takeover(set).orElseThrow())
        .startsWith("which container of the template runs etcd is not known");
    etcd.setImage("acme/etcd:3.6.4");
    assertThat(takeover(set)).isEmpty();
    assertThat(SetMembers.container(set.getSpec().getTemplate())).isEqualTo(etcd);
  }

  @Test
  void theSetOfAnOperatorIsLeftToIt() {
    StatefulSet set =
        new StatefulSetBuilder(SetManifests.read("parallel.yaml"))
            .editMetadata()
            .addNewOwnerReference()
            .withKind("EtcdCluster")
            .withName("orders")
            .endOwnerReference()
            .endMetadata()
            .build();

    assertThat(takeover(set).orElseThrow()).startsWith("EtcdCluster orders owns it");
  }

  @Test
  void aHookThatRemovesTheMemberMakesEveryStopALoss() {
    guard = new PolicyGuard(true, Optional.empty());
    StatefulSet set = SetManifests.read("bitnami.yaml");

    assertThat(guards(set).stop(pod(set)).orElseThrow())
        .startsWith("its preStop hook removes the member or deletes its data whenever the pod ends")
        .contains("Take it out of the template", "Then: quorate start adopt CLUSTER");
  }

  @Test
  void aHookWrittenByHandIsKnownByItsCommand() {
    assertThat(hazard("[/bin/sh, -c, \"etcdctl member remove $ID\"]")).isPresent();
    assertThat(hazard("[/bin/sh, -c, \"etcdctl move-leader $ID\"]")).isEmpty();
    assertThat(hazard("[/bin/sleep, \"5\"]")).isEmpty();
  }

  @Test
  void anUnknownHookIsRefusedUntilAPersonStatesThatTheHookIsHarmless() {
    for (String hook : List.of("[/scripts/stop.sh]", "[sh, -c, \"sleep 1; $(cat /x)\"]")) {
      StatefulSet set = hooked(hook);
      String why = guards(set).stop(pod(set)).orElseThrow();
      assertThat(why).startsWith("its preStop hook is '").contains(" where it does neither,");
      String[] statement = why.substring(why.lastIndexOf(' ') + 1).split("=");
      set.getMetadata().setAnnotations(Map.of(statement[0], statement[1]));
      assertThat(guards(set).stop(pod(set))).isEmpty();
    }
    for (String hook :
        List.of("[/bin/sleep, \"5\"]", "[sh, -ec, \"etcdctl endpoint health && sleep 2;\"]")) {
      StatefulSet set = hooked(hook);
      assertThat(guards(set).stop(pod(set))).as(hook).isEmpty();
    }
  }

  /** The statement of a person counts for what may be a false alarm, such as {@code rm /tmp/x}. */
  @Test
  void aPersonStatesOfCommandsThatDeleteSomethingThatTheyDoNoHarm() {
    StatefulSet hook = hooked("[/bin/sh, -c, \"rm -rf /var/run/etcd/*\"]");
    assertStated(hook, "its preStop hook is '/bin/sh -c rm -rf /var/run/etcd/*', and nobody knows");

    StatefulSet entry = SetManifests.read("parallel.yaml");
    etcd(entry).setCommand(List.of("sh", "-c", "rm -f /tmp/ready; exec etcd"));
    etcd(entry).setArgs(List.of());
    assertStated(entry, "its entry point is 'sh -c rm -f /tmp/ready; exec etcd', and nobody");
  }

  @Test
  void anEntryPointThatNobodyCanReadIsAskedFor() {
    StatefulSet set = SetManifests.read("parallel.yaml");
    etcd(set).setCommand(List.of("/bin/sh", "/scripts/etcd.sh"));
    etcd(set).setArgs(List.of());
    assertStated(set, "its entry point is '/bin/sh /scripts/etcd.sh', and nobody knows");
  }

  @Test
  void anInitContainerThatMayReplaceTheDataIsAskedFor() {
    assertStated(
        prepared("data", "[sh, -c, 'rm -rf /data/etcd; etcdutl snapshot restore /b']"),
        "its init container prepare is 'sh -c rm -rf");
    assertStated(
        prepared("data", "[/scripts/restore.sh]"),
        "its init container prepare is '/scripts/restore.sh'");
    assertStated(prepared("data", "[]"), "its init container prepare is 'what the image i runs'");
    for (String harmless :
        List.of(
            "[chown, -R, '1000', /data]", "[sh, -ec, 'mkdir -p /data/etcd && chmod 700 /data']")) {
      StatefulSet set = prepared("data", harmless);
      assertThat(guards(set).stop(pod(set))).as(harmless).isEmpty();
    }
    StatefulSet other = prepared("certificates", "[/scripts/renew.sh]");
    assertThat(guards(other).stop(pod(other))).isEmpty();
  }

  @Test
  void anInitContainerThatRemovesMembersIsAHazard() {
    StatefulSet set = prepared("x", "[sh, -c, 'etcdctl member remove 1a2b']");
    assertThat(guards(set).stop(pod(set)).orElseThrow())
        .startsWith("the entry point of its container prepare removes members");
  }

  private static StatefulSet prepared(String volume, String command) {
    StatefulSet set = SetManifests.read("parallel.yaml");
    Container init =
        Serialization.unmarshal(
            "---\n{name: prepare, image: i, command: %s, volumeMounts: [{name: %s, mountPath: /data}]}"
                .formatted(command, volume),
            Container.class);
    set.getSpec().getTemplate().getSpec().setInitContainers(List.of(init));
    return set;
  }

  private static Container etcd(StatefulSet set) {
    return set.getSpec().getTemplate().getSpec().getContainers().getFirst();
  }

  private void assertStated(StatefulSet set, String words) {
    String why = guards(set).stop(pod(set)).orElseThrow();
    assertThat(why).startsWith(words).contains(" where it does neither,");
    String[] statement = why.substring(why.lastIndexOf(' ') + 1).split("=");
    set.getMetadata().setAnnotations(Map.of(statement[0], statement[1]));
    assertThat(guards(set).stop(pod(set))).isEmpty();
  }

  /** Etcd reads no flag and no variable beside it, so nothing that a window edits would count. */
  @Test
  void aSettingsFileIsRefused() {
    StatefulSet set = SetManifests.read("parallel.yaml");
    etcd(set).setArgs(List.of("--config-file=/etc/etcd/etcd.yml"));

    assertThat(takeover(set).orElseThrow())
        .startsWith("its template names the settings file /etc/etcd/etcd.yml")
        .contains("Do: write its settings as flags or ETCD_ variables");
  }

  @Test
  void theHookOfASidecarEndsWithThePodToo() {
    StatefulSet set = SetManifests.read("parallel.yaml");
    PodSpec spec = set.getSpec().getTemplate().getSpec();
    spec.setInitContainers(
        List.of(
            new ContainerBuilder()
                .withName("helper")
                .withLifecycle(preStop("[etcdctl, member, remove, \"1\"]"))
                .build()));

    assertThat(StopHazard.of(pod(set))).isPresent();
  }

  /** A mirror may give the image any name. */
  @Test
  void theImageOfBitnamiIsKnownByTheWritingsOfTheChart() {
    for (String mark : List.of("mount", "BITNAMI_DEBUG", "ETCD_ON_K8S", "MY_STS_NAME")) {
      StatefulSet set = SetManifests.read("bitnami.yaml");
      Container etcd = set.getSpec().getTemplate().getSpec().getContainers().getFirst();
      etcd.setLifecycle(null);
      etcd.setImage("registry.corp/etcd:3.5.21-debian-12-r5");
      if (!mark.equals("mount")) {
        etcd.setVolumeMounts(List.of());
        etcd.setEnv(List.of(new EnvVar(mark, "x", null)));
      }
      assertThat(StopHazard.of(pod(set))).as(mark).isPresent();
    }
  }

  @Test
  void theEntryPointOfBitnamiDeletesDataEvenWithoutItsHook() {
    StatefulSet set = SetManifests.read("bitnami.yaml");
    set.getSpec().getTemplate().getSpec().getContainers().getFirst().setLifecycle(null);

    assertThat(StopHazard.of(pod(set)).orElseThrow())
        .startsWith("the entry point of Bitnami's image deletes the data of a member");
  }

  @Test
  void anEntryPointOfAShellThatDeletesNothingIsNoHazard() {
    assertThat(StopHazard.of(pod(SetManifests.read("old.yaml")))).isEmpty();
  }

  @Test
  void aClaimThatIsBeingDeletedWouldGoWithItsPod() {
    StatefulSet set = SetManifests.read("parallel.yaml");
    claims.put("data-etcd-1", deletedClaim());

    assertThat(guards(set).stop(pod(set)).orElseThrow())
        .startsWith("somebody deleted its claim data-etcd-1, which goes once no pod uses it")
        .contains("Let the volume outlive it (kubectl patch pv NAME");
  }

  @Test
  void aVolumeThatOutlivesItsClaimKeepsTheDataOfAMemberThatIsStopped() {
    StatefulSet set = SetManifests.read("parallel.yaml");
    claims.put("data-etcd-1", deletedClaim());
    volumes.put(
        "volume-1",
        new PersistentVolumeBuilder()
            .withNewSpec()
            .withPersistentVolumeReclaimPolicy("Retain")
            .endSpec()
            .build());

    assertThat(guards(set).stop(pod(set))).isEmpty();
    assertThatThrownBy(() -> guards(set).requireStart(pod(set)))
        .hasMessageContaining("a start would get it an empty one");
  }

  private static PersistentVolumeClaim deletedClaim() {
    return new PersistentVolumeClaimBuilder()
        .withNewMetadata()
        .withName("data-etcd-1")
        .withDeletionTimestamp("2026-11-29T01:00:00Z")
        .endMetadata()
        .withNewSpec()
        .withVolumeName("volume-1")
        .endSpec()
        .build();
  }

  @Test
  void aKeeperThatUsesTheVolumeIsWaitedFor() {
    StatefulSet set = SetManifests.read("parallel.yaml");
    EtcdPod keeper =
        new EtcdPod(
            new PodBuilder(pod(set).pod())
                .editMetadata()
                .withName("keeper")
                .withUid("uid-2")
                .endMetadata()
                .build());
    pods.put("keeper", keeper);

    assertThat(guards(set).besides(pod(set))).contains("its volume is still used by pod keeper");
  }

  @Test
  void aClaimThatAllMembersShareKeepsNobodyFromStarting() {
    StatefulSet set = SetManifests.read("parallel.yaml");
    EtcdPod first = sharing(set, "etcd-1", "uid-1");
    pods.put("etcd-1", first);
    pods.put("etcd-2", sharing(set, "etcd-2", "uid-2"));

    assertThat(guards(set).start(first)).isEmpty();
  }

  private static EtcdPod sharing(StatefulSet set, String name, String uid) {
    return new EtcdPod(
        new PodBuilder(pod(set).pod())
            .editMetadata()
            .withName(name)
            .withUid(uid)
            .endMetadata()
            .editSpec()
            .withVolumes()
            .addNewVolume()
            .withName("backup")
            .withNewPersistentVolumeClaim("etcd-backup", false)
            .endVolume()
            .endSpec()
            .build());
  }

  /** The garbage collection of pods writes the phase too; only a kubelet gives the reason. */
  @Test
  void aFinishedJobIsNotWaitedFor() {
    StatefulSet set = SetManifests.read("parallel.yaml");
    PodBuilder job =
        new PodBuilder(pod(set).pod())
            .editMetadata()
            .withName("copy")
            .withUid("uid-3")
            .endMetadata()
            .withNewStatus()
            .withPhase("Succeeded")
            .endStatus();
    pods.put("copy", new EtcdPod(job.build()));
    assertThat(guards(set).besides(pod(set))).contains("its volume is still used by pod copy");

    job.editStatus()
        .addNewCondition()
        .withType("ContainersReady")
        .withStatus("False")
        .withReason("PodCompleted")
        .endCondition()
        .endStatus();
    pods.put("copy", new EtcdPod(job.build()));
    assertThat(guards(set).besides(pod(set))).isEmpty();
  }

  private static Optional<String> hazard(String command) {
    return StopHazard.of(pod(hooked(command)));
  }

  private static StatefulSet hooked(String command) {
    StatefulSet set = SetManifests.read("parallel.yaml");
    set.getSpec().getTemplate().getSpec().getContainers().getFirst().setLifecycle(preStop(command));
    return set;
  }

  private static Lifecycle preStop(String command) {
    return Serialization.unmarshal(
        "preStop: {exec: {command: %s}}".formatted(command), Lifecycle.class);
  }

  private static StatefulSet applied(String manager, String operation, String strategy) {
    FieldsV1 fields = new FieldsV1();
    fields.setAdditionalProperty("f:spec", Map.of("f:updateStrategy", Map.of("f:type", Map.of())));
    StatefulSet set = SetManifests.read("parallel.yaml");
    set.getSpec().getUpdateStrategy().setType(strategy);
    set.getMetadata()
        .setManagedFields(
            List.of(
                new ManagedFieldsEntryBuilder()
                    .withManager(manager)
                    .withOperation(operation)
                    .withTime("2026-11-29T01:00:00Z")
                    .withFieldsV1(fields)
                    .build()));
    return set;
  }

  private Optional<String> takeover(StatefulSet set) {
    return guards(set).takeover();
  }

  private Optional<String> takeover(StatefulSet set, String operation) {
    SetGuards any = guards(set);
    return new SetGuards(any.look(), any.set(), Optional.of(operation)).takeover();
  }

  private SetGuards guards(StatefulSet set) {
    set.getMetadata().setNamespace("default");
    set.getMetadata().setUid("set-1");
    SetLook look =
        new SetLook(
            Instant.parse("2026-11-29T02:00:00Z"),
            new SetNames("default", List.of("etcd")),
            Map.of(),
            pods,
            claims,
            volumes,
            Map.of(),
            Optional.empty(),
            guard,
            Map.of());
    return new SetGuards(look, new EtcdSet(set));
  }

  private static EtcdPod pod(StatefulSet set) {
    Pod pod =
        new PodBuilder()
            .withMetadata(new ObjectMetaBuilder().withName("etcd-1").withUid("uid-1").build())
            .withSpec(set.getSpec().getTemplate().getSpec())
            .editSpec()
            .addNewVolume()
            .withName("data")
            .withNewPersistentVolumeClaim()
            .withClaimName("data-etcd-1")
            .endPersistentVolumeClaim()
            .endVolume()
            .endSpec()
            .build();
    return new EtcdPod(pod);
  }
}
