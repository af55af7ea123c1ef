package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits of templates, which the end of a window takes back byte for byte. */
class SettingEditTest {
  private static final ObjectMapper JSON = Serialization.jsonMapper();

  @Test
  void aFlagIsEditedWhereItStands() throws Exception {
    assertThat(open("parallel.yaml", Map.of()).toString())
        .contains("--initial-cluster-state=existing")
        .doesNotContain("ETCD_INITIAL_CLUSTER_STATE");
  }

  @Test
  void aVariableIsEditedWhereItStands() throws Exception {
    assertThat(open("bitnami.yaml", Map.of()).toString())
        .contains("{\"name\":\"ETCD_INITIAL_CLUSTER_STATE\",\"value\":\"existing\"}");
  }

  @Test
  void aFlagInAScriptOfAShellIsEditedThere() throws Exception {
    assertThat(open("old.yaml", Map.of()).toString())
        .contains("--initial-cluster-state existing --initial-cluster etcd-1=");
  }

  @Test
  void aSettingThatIsNotThereBecomesAVariable() throws Exception {
    assertThat(open("ordered.yaml", Map.of("ETCD_SNAPSHOT_COUNT", "10")).toString())
        .contains("{\"name\":\"ETCD_SNAPSHOT_COUNT\",\"value\":\"10\"}")
        .contains("{\"name\":\"ETCD_INITIAL_CLUSTER_STATE\",\"value\":\"existing\"}");
  }

  /** The script may pass the flag itself, and the other form beside it is fatal. */
  @Test
  void aScriptThatIsNotSeenGetsNoVariable() {
    StatefulSet set = set("ordered.yaml");
    var etcd = set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    etcd.setCommand(List.of("/scripts/start.sh"));

    assertThat(Window.of(new EtcdSet(set), new TreeMap<>()).edits()).isEmpty();
    etcd.setCommand(List.of("/bin/sh", "-ec", "exec /usr/local/bin/etcd $FLAGS"));
    assertThat(Window.of(new EtcdSet(set), new TreeMap<>()).edits()).hasSize(1);
  }

  /** Go takes one dash and two. A variable beside the flag would end etcd at each start. */
  @Test
  void aFlagOfOneDashIsEditedAndNoVariableAdded() {
    assertThat(states("command: [etcd, -initial-cluster-state=new]"))
        .containsExactly("-initial-cluster-state=existing");
    assertThat(states("command: [etcd, -initial-cluster-state, new]")).containsExactly("existing");
    assertThat(states("command: [sh, -c, 'etcd -initial-cluster-state=new -name=x']"))
        .containsExactly("etcd -initial-cluster-state=existing -name=x");
    assertThat(states("command: [etcd, --not-initial-cluster-state=new]"))
        .containsExactly(Map.of("name", "ETCD_INITIAL_CLUSTER_STATE", "value", "existing"));
  }

  @Test
  void aFlagThatIsMadeOfVariablesIsEditedAsAWhole() {
    assertThat(states("command: [etcd, '--initial-cluster-state=$(STATE)']"))
        .containsExactly("--initial-cluster-state=existing");
  }

  @Test
  void aVariableInAScriptIsLeftAlone() {
    assertThat(states("command: [sh, -c, 'etcd --initial-cluster-state   ${STATE} --name x']"))
        .isEmpty();
    assertThat(states("command: [sh, -c, 'etcd --initial-cluster-state=${STATE}']")).isEmpty();
    assertThat(states("command: [sh, -c, 'etcd --initial-cluster-state=\"\" --name x']"))
        .containsExactly("etcd --initial-cluster-state=\"existing\" --name x");
  }

  @Test
  void eachStartOfEtcdInAScriptIsEditedAndNoOtherProgram() {
    assertThat(
            states(
                "command: [sh, -c, 'etcdutl snapshot restore --initial-cluster-state=x;"
                    + " if a; then etcd --initial-cluster-state=new;"
                    + " else etcd --initial-cluster-state=n; fi']"))
        .containsExactly(
            "etcdutl snapshot restore --initial-cluster-state=x; if a; then etcd"
                + " --initial-cluster-state=existing; else etcd --initial-cluster-state=existing;"
                + " fi");
    assertThat(
            states(
                "command: [sh, -c, 'if a; then etcd --initial-cluster-state=new;"
                    + " else etcd --initial-cluster-state=$X; fi']"))
        .isEmpty();
  }

  /** The words of a container after a window has edited them. */
  private static List<Object> states(String container) {
    StatefulSet set = set("ordered.yaml");
    Container etcd = set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    Container given = Serialization.unmarshal("---\n{" + container + "}", Container.class);
    etcd.setCommand(given.getCommand());
    etcd.setArgs(List.of());
    etcd.setEnv(List.of(new EnvVarBuilder().withName("A").withValue("b").build()));
    return Window.of(new EtcdSet(set), new TreeMap<>()).edits().stream()
        .map(SettingEdit::now)
        .map(now -> now instanceof String ? now : JSON.convertValue(now, Map.class))
        .toList();
  }

  @Test
  void theEndOfTheWindowGivesBackWhatWasMadeOfVariables() throws Exception {
    StatefulSet set = set("parallel.yaml");
    Container etcd = set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    etcd.setArgs(
        List.of("-initial-cluster=etcd-0=$(SCHEME)://etcd-0:2380", "-initial-cluster-state=$(S)"));
    var before = JSON.valueToTree(set);
    Window window =
        Window.of(
            new EtcdSet(set),
            new TreeMap<>(Map.of("ETCD_INITIAL_CLUSTER", "etcd-0=http://etcd-0:2380")));
    JsonNode opened = patched(window.made(JsonPatch.ofUid("u")), JSON.valueToTree(set));
    assertThat(window.edits()).hasSize(2);

    StatefulSet seen = JSON.treeToValue(opened, StatefulSet.class);
    assertThat(patched(window.takenBack(JsonPatch.ofUid("u"), new EtcdSet(seen)), opened))
        .isEqualTo(before);
  }

  private static JsonNode patched(JsonPatch patch, JsonNode set) throws Exception {
    return io.fabric8.zjsonpatch.JsonPatch.apply(JSON.readTree(patch.text()), set);
  }

  @ParameterizedTest
  @ValueSource(strings = {"parallel.yaml", "ordered.yaml", "bitnami.yaml", "old.yaml"})
  void theEndOfTheWindowGivesTheTemplateBack(String manifest) throws Exception {
    var before = JSON.valueToTree(set(manifest));
    Map<String, String> settings = Map.of("ETCD_SNAPSHOT_COUNT", "10");

    var opened = open(manifest, settings);
    Window window =
        Window.parse(Window.of(new EtcdSet(set(manifest)), new TreeMap<>(settings)).text())
            .orElseThrow();
    var closed =
        io.fabric8.zjsonpatch.JsonPatch.apply(
            JSON.readTree(
                window
                    .takenBack(
                        JsonPatch.ofUid("u"),
                        new EtcdSet(JSON.treeToValue(opened, StatefulSet.class)))
                    .text()),
            opened);

    assertThat(opened).isNotEqualTo(before);
    assertThat(closed).isEqualTo(before);
  }

  /** Whoever may annotate a set has Quorate write no more than a window writes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'path':['spec','template','spec','containers','0','image'],'was':'evil','now':'IMAGE'}",
        "{'path':['spec','template','spec','containers','0','args','0'],'was':'--data-dir=/',"
            + "'now':'ARGUMENT'}",
        "{'path':['spec','template','spec','containers','0','args','0'],'was':{},'now':'ARGUMENT'}",
        "{'path':['spec','replicas'],'was':0,'now':3}",
        "{'path':[],'was':0,'now':3}"
      })
  void anEditThatNoWindowMakesIsNotTakenBack(String edit) {
    StatefulSet set = set("parallel.yaml");
    Container etcd = set.getSpec().getTemplate().getSpec().getContainers().getFirst();
    String forged =
        edit.replace('\'', '"')
            .replace("IMAGE", etcd.getImage())
            .replace("ARGUMENT", etcd.getArgs().getFirst());
    Window window = Window.parse("{\"revision\":\"\",\"edits\":[" + forged + "]}").orElseThrow();

    assertThat(window.takenBack(JsonPatch.ofUid("u"), new EtcdSet(set)).text())
        .isEqualTo(JsonPatch.ofUid("u").text());
  }

  /** The value of a script's flag before the window could be more than a value. */
  @Test
  void noCommandComesIntoAScriptByTheWayBack() throws Exception {
    StatefulSet set = JSON.treeToValue(open("old.yaml", Map.of()), StatefulSet.class);
    String text = Window.of(new EtcdSet(set("old.yaml")), new TreeMap<>()).text();
    assertThat(text).contains("--initial-cluster-state new");
    Window forged =
        Window.parse(text.replace("--initial-cluster-state new", "--initial-cluster-state ;id;"))
            .orElseThrow();

    assertThat(forged.takenBack(JsonPatch.ofUid("u"), new EtcdSet(set)).text())
        .isEqualTo(JsonPatch.ofUid("u").text());
  }

  private static JsonNode open(String manifest, Map<String, String> settings) throws Exception {
    StatefulSet set = set(manifest);
    SortedMap<String, String> all = new TreeMap<>(settings);
    String patch = Window.of(new EtcdSet(set), all).made(JsonPatch.ofUid("u")).text();
    return io.fabric8.zjsonpatch.JsonPatch.apply(
        JSON.readTree(patch), (JsonNode) JSON.valueToTree(set));
  }

  private static StatefulSet set(String manifest) {
    StatefulSet set = SetManifests.read(manifest);
    set.getMetadata().setUid("u");
    return set;
  }
}
