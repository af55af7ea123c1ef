package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HarmlessTemplateTest {
  private static final ObjectMapper JSON = Serialization.jsonMapper();
  private static final Pattern PATCH = Pattern.compile("-p '(\\[.*?])'");

  private final StatefulSet set = SetManifests.read("bitnami.yaml");
  private final Container etcd = set.getSpec().getTemplate().getSpec().getContainers().getFirst();

  HarmlessTemplateTest() {
    set.getMetadata().setUid("set-1");
    set.getMetadata().setNamespace("default");
  }

  private String mend() {
    return new HarmlessTemplate(new EtcdSet(set)).mend().orElseThrow();
  }

  private StatefulSet mended() throws JsonProcessingException {
    Matcher command = PATCH.matcher(mend());
    assertThat(command.find()).as(mend()).isTrue();
    return JSON.treeToValue(
        io.fabric8.zjsonpatch.JsonPatch.apply(
            JSON.readTree(command.group(1)), JSON.valueToTree(set)),
        StatefulSet.class);
  }

  @Test
  void takesHookAndEntryPointOfBitnamiOutInOneCommand() throws JsonProcessingException {
    assertThat(mend())
        .startsWith("Take it out of the template, which restarts nobody, and leaves the set with")
        .endsWith("Then: quorate start adopt CLUSTER");

    EtcdSet after = new EtcdSet(mended());
    assertThat(StopHazard.of(after.templatePod())).isEmpty();
    assertThat(after.isOnDelete()).isTrue();
    assertThat(new HarmlessTemplate(after).mend()).isEmpty();
    assertThat(SetMembers.container(after.template()).getCommand()).containsExactly("etcd");
    assertThat(SetMembers.container(after.template()).getEnv()).isEqualTo(etcd.getEnv());
  }

  @Test
  void removesTheScriptFromTheArgumentsOfTheEntryPoint() throws JsonProcessingException {
    etcd.setLifecycle(null);
    etcd.setCommand(List.of("/opt/bitnami/scripts/etcd/entrypoint.sh"));
    etcd.setArgs(List.of("/opt/bitnami/scripts/etcd/run.sh"));

    Container after = SetMembers.container(mended().getSpec().getTemplate());
    assertThat(after.getCommand()).containsExactly("etcd");
    assertThat(after.getArgs()).isEmpty();
  }

  /** Etcd without its data directory would begin empty. */
  @ParameterizedTest
  @ValueSource(strings = {"ETCD_DATA_DIR", "ETCD_NAME"})
  void startsNoEtcdWhoseVariablesDoNotTellAll(String variable) throws JsonProcessingException {
    etcd.getEnv().removeIf(one -> one.getName().equals(variable));

    assertThat(mend()).startsWith("Have etcd started without it, once nothing restarts the pods");
    assertThat(SetMembers.container(mended().getSpec().getTemplate()).getCommand()).isEmpty();
    assertThat(new EtcdSet(mended()).isOnDelete()).isTrue();
  }

  /** Bitnami's image has etcd itself beside its scripts. */
  @Test
  void etcdItselfInTheImageOfBitnamiDoesNoHarm() {
    etcd.setLifecycle(null);
    etcd.setCommand(List.of("/opt/bitnami/etcd/bin/etcd"));

    assertThat(new HarmlessTemplate(new EtcdSet(set)).mend()).isEmpty();
  }
}
