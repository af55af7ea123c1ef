package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.FieldsV1;
import io.fabric8.kubernetes.api.model.Lifecycle;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntryBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetPersistentVolumeClaimRetentionPolicy;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.fabric8.zjsonpatch.JsonPatchException;
import io.quorate.workload.PlatformAdvice;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Advice that a look gives, on the objects of a simulated Kubernetes. */
class SetAdviceTest {
  private static final ObjectMapper JSON = Serialization.jsonMapper();
  private static final Pattern PATCH = Pattern.compile("--type=json -p '([^']*)'");

  private final SimulatedSets kubernetes = new SimulatedSets(SetManifests.read("parallel.yaml"));
  private boolean guarded;

  @Test
  void givesNoAdviceOnASetThatNeedsNone() {
    retain();

    assertThat(all()).isEmpty();
  }

  @Test
  void advisesOnAnApplierThatBringsRollingUpdateBack() {
    applied("argocd-controller", "RollingUpdate");

    assertThat(sentence(SetAdvice.APPLIER_ROLLS))
        .startsWith("argocd-controller (at 2026-11-29T01:00:00Z) applies the StatefulSet etcd")
        .contains(
            "Write updateStrategy: {type: OnDelete, rollingUpdate: null} into that manifest and"
                + " apply it");
  }

  @Test
  void saysNothingOfAnApplierThatDoesNoHarm() {
    applied("argocd-controller", "OnDelete");
    assertThat(codes()).doesNotContain("applier-rolls");

    applied("argocd-controller", "RollingUpdate");
    guarded = true;
    assertThat(codes()).doesNotContain("applier-rolls");

    guarded = false;
    kubernetes.set.getMetadata().setAnnotations(Map.of(Marks.OPERATION, "orders.1"));
    assertThat(codes()).doesNotContain("applier-rolls");
  }

  @Test
  void advisesToTakeOutAHookThatRemovesMembers() {
    etcd().setLifecycle(preStop("[/bin/sh, -c, \"etcdctl member remove $ID\"]"));

    String sentence = sentence(SetAdvice.STOP_LOSES_MEMBER);
    assertThat(sentence)
        .startsWith("A stop of any member of the StatefulSet etcd would lose it, so Quorate stops")
        .contains("Take it out of the template, which restarts nobody")
        .endsWith("Then: quorate start adopt CLUSTER.");
    StatefulSet mended = mended(sentence);
    assertThat(StopHazard.of(new EtcdSet(mended).templatePod())).isEmpty();
    assertThat(new EtcdSet(mended).isOnDelete()).isTrue();
  }

  @Test
  void namesPodsThatHaveTheHookThatTheTemplateHasLost() {
    kubernetes
        .pods
        .get("etcd-1")
        .getSpec()
        .getContainers()
        .getFirst()
        .setLifecycle(preStop("[etcdctl, member, remove, \"1\"]"));

    assertThat(sentence(SetAdvice.STOP_LOSES_MEMBER))
        .startsWith("A stop of etcd-1 would lose that member")
        .endsWith("Replace such members one at a time: quorate start adopt CLUSTER.");
  }

  @Test
  void namesPodsWithAnEntryPointThatTheTemplateHasLost() {
    kubernetes
        .pods
        .get("etcd-1")
        .getSpec()
        .getContainers()
        .getFirst()
        .setCommand(List.of("sh", "-c", "etcdctl member remove $OLD; exec etcd"));

    assertThat(sentence(SetAdvice.STOP_LOSES_MEMBER))
        .startsWith("A restart of a container of etcd-1 may lose that member: the entry point of")
        .endsWith("Bring pods of the template: quorate start rolling-restart CLUSTER.");
  }

  @Test
  void entryPointsThatRemoveMembersAreEditedOnceNothingRestartsThePods() {
    etcd().setCommand(List.of("sh", "-c", "etcdctl member remove $OLD; exec etcd"));

    String sentence = sentence(SetAdvice.STOP_LOSES_MEMBER);
    assertThat(sentence).contains("Have etcd started without it, once nothing restarts the pods");
    assertThat(new EtcdSet(mended(sentence)).isOnDelete()).isTrue();
  }

  @Test
  void asksForAStatementOnAHookThatNobodyCanRead() {
    kubernetes
        .pods
        .get("etcd-1")
        .getSpec()
        .getContainers()
        .getFirst()
        .setLifecycle(preStop("[/scripts/stop.sh]"));

    String sentence = sentence(SetAdvice.STOP_UNCLEAR);
    assertThat(sentence)
        .startsWith("etcd-1 is not stopped yet: its preStop hook is '/scripts/stop.sh'");
    String[] statement =
        sentence.substring(sentence.lastIndexOf(' ') + 1, sentence.length() - 1).split("=");
    kubernetes.set.getMetadata().setAnnotations(Map.of(statement[0], statement[1]));
    assertThat(codes()).doesNotContain("stop-unclear", "stop-loses-member");
  }

  @Test
  void advisesToLetALivenessProbeDoWithoutQuorum() {
    etcd().setLivenessProbe(probe("httpGet: {path: /health, port: 2381}"));

    String sentence = sentence(SetAdvice.QUORUM_PROBE);
    assertThat(sentence)
        .contains("the livenessProbe of the template asks for /health")
        .contains("quorate start rolling-restart CLUSTER");
    assertThat(PodProbes.needingQuorum(new EtcdSet(mended(sentence)).templatePod())).isEmpty();
  }

  @Test
  void advisesToTakeOutAStartupProbeThatRunsACommand() {
    etcd().setStartupProbe(probe("exec: {command: [etcdctl, endpoint, health]}"));

    String sentence = sentence(SetAdvice.QUORUM_PROBE);
    assertThat(sentence).contains("the startupProbe of the template runs etcdctl endpoint health");
    assertThat(PodProbes.needingQuorum(new EtcdSet(mended(sentence)).templatePod())).isEmpty();
  }

  @Test
  void knowsCommandsThatReadWithQuorum() {
    for (String command :
        List.of("curl -sf http://localhost:2379/health", "ETCDCTL_API=3 etcdctl get x")) {
      etcd().setLivenessProbe(probe("exec: {command: [sh, -c, '%s']}".formatted(command)));
      assertThat(sentence(SetAdvice.QUORUM_PROBE)).contains("runs sh -c " + command);
    }
    for (String command :
        List.of("wget -q http://x/health?serializable=true", "etcdctl get x --consistency=s")) {
      etcd().setLivenessProbe(probe("exec: {command: [sh, -c, '%s']}".formatted(command)));
      assertThat(codes()).as(command).doesNotContain("quorum-probe");
    }
  }

  @Test
  void saysNothingOfProbesThatDoWithoutQuorum() {
    etcd().setLivenessProbe(probe("httpGet: {path: /livez, port: 2381}"));
    etcd().setStartupProbe(probe("httpGet: {path: /health?serializable=true, port: 2381}"));

    assertThat(codes()).doesNotContain("quorum-probe");
  }

  /** An operation gives RollingUpdate back at its end, and people run commands later. */
  @Test
  void noEditMadeUnderOnDeleteIsDoneOnceTheControllerWouldRollThePods() {
    kubernetes.set.getSpec().getUpdateStrategy().setType("OnDelete");
    etcd().setImagePullPolicy("Always");
    etcd().setLifecycle(preStop("[etcdctl, member, remove, \"1\"]"));
    etcd().setLivenessProbe(probe("httpGet: {path: /health, port: 2381}"));
    List<SetAdvice> edits =
        List.of(SetAdvice.IMAGE_PULLED, SetAdvice.STOP_LOSES_MEMBER, SetAdvice.QUORUM_PROBE);
    List<String> sentences = edits.stream().map(this::sentence).toList();
    sentences.forEach(this::mended);

    kubernetes.set.getSpec().getUpdateStrategy().setType("RollingUpdate");
    for (String sentence : sentences) {
      assertThatThrownBy(() -> mended(sentence)).isInstanceOf(JsonPatchException.class);
    }
    assertThat(edits).allSatisfy(one -> assertThat(sentence(one)).contains("gives RollingUpdate"));
  }

  @Test
  void noEditIsDoneToAnotherContainerThatCameBeforeEtcd() {
    etcd().setImagePullPolicy("Always");
    String sentence = sentence(SetAdvice.IMAGE_PULLED);
    Container sidecar =
        new ContainerBuilder().withName("proxy").withImagePullPolicy("Always").build();
    kubernetes.set.getSpec().getTemplate().getSpec().getContainers().addFirst(sidecar);

    assertThatThrownBy(() -> mended(sentence)).isInstanceOf(JsonPatchException.class);
  }

  @Test
  void advisesOnASetThatDeletesClaims() {
    for (List<String> policy : List.of(List.of("Retain", "Delete"), List.of("Delete", "Retain"))) {
      retention(policy.getFirst(), policy.getLast());

      String sentence = sentence(SetAdvice.CLAIMS_DELETED);
      assertThat(sentence)
          .startsWith(
              policy.getFirst().equals("Delete")
                  ? "Who deletes the StatefulSet etcd deletes data of members"
                  : "Who scales down the StatefulSet etcd deletes data of members");
      kubernetes.set = mended(sentence);
      assertThat(codes()).doesNotContain("claims-deleted");
    }
  }

  @Test
  void saysNothingOfClaimsWhileAnOperationKeepsThem() {
    retention("Delete", "Retain");
    kubernetes.set.getMetadata().setAnnotations(Map.of(Marks.CLAIMS, "Delete"));

    assertThat(codes()).doesNotContain("claims-deleted");
  }

  private void retention(String whenDeleted, String whenScaled) {
    kubernetes
        .set
        .getSpec()
        .setPersistentVolumeClaimRetentionPolicy(
            new StatefulSetPersistentVolumeClaimRetentionPolicy(whenDeleted, whenScaled));
  }

  @Test
  void advisesOnVolumesThatGoWithTheirClaims() {
    volumes("Delete");

    assertThat(sentence(SetAdvice.VOLUMES_DELETED))
        .contains(
            "kubectl patch pv pv-etcd-0 pv-etcd-1 pv-etcd-2 -p"
                + " '{\"spec\":{\"persistentVolumeReclaimPolicy\":\"Retain\"}}'");
    retain();
    assertThat(codes()).doesNotContain("volumes-deleted");
  }

  @Test
  void advisesOnAnImageThatIsPulledAtEachStart() {
    etcd().setImagePullPolicy("Always");

    String sentence = sentence(SetAdvice.IMAGE_PULLED);
    assertThat(sentence).contains("no member starts while the registry is away");
    kubernetes.set = mended(sentence);
    assertThat(codes()).doesNotContain("image-pulled");
  }

  @Test
  void saysWhyASetKeepsOnDelete() {
    kubernetes.set.getSpec().getUpdateStrategy().setType("OnDelete");
    kubernetes
        .set
        .getMetadata()
        .setAnnotations(Map.of(Marks.STRATEGY, "{\"type\":\"RollingUpdate\"}"));
    kubernetes.pods.get("etcd-1").getMetadata().getLabels().put(Marks.REVISION, "other");

    assertThat(sentence(SetAdvice.STRATEGY_KEPT))
        .startsWith("The StatefulSet etcd keeps OnDelete while pods differ from its template")
        .contains("etcd-1");
  }

  @Test
  void givesTheCommandThatClearsWhatAnOperationLeft() {
    retain();
    kubernetes.set.getMetadata().setAnnotations(Map.of(Marks.held("etcd-1"), "orders.1"));

    String sentence = sentence(SetAdvice.LEFT_BEHIND);
    assertThat(sentence)
        .contains("An operation that is over has left something on the StatefulSet etcd")
        .contains("no operation is under way (quorate operations): kubectl patch statefulset etcd");
    kubernetes.set = mended(sentence);
    assertThat(all()).isEmpty();
  }

  @Test
  void leavesThePodsOfAnOperationToIt() {
    kubernetes
        .set
        .getMetadata()
        .setAnnotations(Map.of(Marks.held("etcd-1"), "orders.1", Marks.OPERATION, "orders.1"));

    assertThat(codes()).doesNotContain("left-behind");
  }

  private void retain() {
    volumes("Retain");
  }

  private void volumes(String policy) {
    kubernetes.claims.forEach(
        (name, claim) -> {
          String volume = "pv-" + name.replace("data-", "");
          claim.getSpec().setVolumeName(volume);
          kubernetes.volumes.put(volume, volume(volume, policy));
        });
  }

  private static PersistentVolume volume(String name, String policy) {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withPersistentVolumeReclaimPolicy(policy)
        .endSpec()
        .build();
  }

  private Container etcd() {
    return kubernetes.set.getSpec().getTemplate().getSpec().getContainers().getFirst();
  }

  private static Lifecycle preStop(String command) {
    return Serialization.unmarshal(
        "preStop: {exec: {command: %s}}".formatted(command), Lifecycle.class);
  }

  private static Probe probe(String text) {
    return Serialization.unmarshal(text, Probe.class);
  }

  private void applied(String manager, String strategy) {
    FieldsV1 fields = new FieldsV1();
    fields.setAdditionalProperty("f:spec", Map.of("f:updateStrategy", Map.of("f:type", Map.of())));
    kubernetes.set.getSpec().getUpdateStrategy().setType(strategy);
    kubernetes
        .set
        .getMetadata()
        .setManagedFields(
            List.of(
                new ManagedFieldsEntryBuilder()
                    .withManager(manager)
                    .withOperation("Apply")
                    .withTime("2026-11-29T01:00:00Z")
                    .withFieldsV1(fields)
                    .build()));
  }

  private SetLook look() {
    Clock clock = Clock.fixed(Instant.parse("2026-11-29T02:00:00Z"), ZoneOffset.UTC);
    SetLook seen =
        new LookAtSets(kubernetes, new SetNames("default", List.of("etcd")), clock).look();
    return new SetLook(
        seen.at(),
        seen.names(),
        seen.sets(),
        seen.pods(),
        seen.claims(),
        seen.volumes(),
        seen.nodes(),
        seen.services(),
        new PolicyGuard(guarded, Optional.empty()),
        seen.unread());
  }

  private List<PlatformAdvice> all() {
    return SetAdvice.on(look());
  }

  private List<String> codes() {
    return all().stream().map(PlatformAdvice::name).toList();
  }

  private String sentence(SetAdvice advice) {
    return all().stream()
        .filter(one -> one.name().equals(advice.code()))
        .map(PlatformAdvice::sentence)
        .findFirst()
        .orElse("");
  }

  /** The set after the command of a sentence. */
  private StatefulSet mended(String sentence) {
    Matcher command = PATCH.matcher(sentence);
    assertThat(command.find()).as(sentence).isTrue();
    try {
      JsonNode after =
          io.fabric8.zjsonpatch.JsonPatch.apply(
              JSON.readTree(command.group(1)), JSON.valueToTree(kubernetes.set));
      return JSON.treeToValue(after, StatefulSet.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
