package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.quorate.port.Failure;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Settings of etcd in templates, edited where they stand. */
class SwitchedContainerTest {
  private static final String IMAGE = "quorate.test/etcd:3.7.3";
  private static final ObjectMeta POD =
      new ObjectMetaBuilder().withName("etcd-1").withNamespace("default").build();

  @Test
  void onlyTheImageChangesWhereTheSettingsStay() {
    Container before = container("parallel.yaml");

    Container after = switched(before, settings -> {});

    assertThat(after.getImage()).isEqualTo(IMAGE);
    after.setImage(before.getImage());
    assertThat(after).isEqualTo(before);
  }

  @Test
  void aValueThatIsMadeOfThePodsNameKeepsItsForm() {
    Container after =
        switched(
            container("parallel.yaml"),
            settings -> settings.put("ETCD_MEMBER_NAME", settings.remove("ETCD_NAME")));

    assertThat(after.getArgs()).contains("--member-name=$(POD)").doesNotContain("--name=$(POD)");
  }

  @Test
  void aFlagThatIsDroppedGoes() {
    Container after =
        switched(
            container("parallel.yaml"), settings -> settings.remove("ETCD_INITIAL_CLUSTER_TOKEN"));

    assertThat(after.getArgs()).noneMatch(word -> word.contains("initial-cluster-token"));
  }

  @Test
  void aNewSettingBecomesAFlagBesideFlags() {
    Container after =
        switched(container("parallel.yaml"), settings -> settings.put("ETCD_MAX_WALS", "9"));

    assertThat(after.getArgs()).endsWith("--max-wals=9");
    assertThat(after.getEnv()).hasSize(1);
  }

  @Test
  void aFlagOfOneDashKeepsTheDash() {
    Container before = container("parallel.yaml");
    before.setArgs(List.of("-name=$(POD)", "-max-wals", "5", "-initial-cluster-token=q"));

    Container after =
        switched(
            before,
            settings -> {
              settings.put("ETCD_MEMBER_NAME", settings.remove("ETCD_NAME"));
              settings.put("ETCD_MAX_WALS", "9");
              settings.remove("ETCD_INITIAL_CLUSTER_TOKEN");
            });

    assertThat(after.getArgs()).containsExactly("-member-name=$(POD)", "-max-wals", "9");
  }

  @Test
  void aVariableIsRenamedInTheEnvironment() {
    Container after =
        switched(
            container("bitnami.yaml"),
            settings -> settings.put("ETCD_STATE", settings.remove("ETCD_INITIAL_CLUSTER_STATE")));

    assertThat(after.getEnv())
        .anyMatch(one -> one.getName().equals("ETCD_STATE") && one.getValue().equals("new"))
        .noneMatch(one -> one.getName().equals("ETCD_INITIAL_CLUSTER_STATE"));
  }

  @Test
  void aNewSettingBecomesAVariableBesideVariables() {
    Container after =
        switched(container("bitnami.yaml"), settings -> settings.put("ETCD_MAX_WALS", "9"));

    assertThat(after.getEnv())
        .anyMatch(one -> one.getName().equals("ETCD_MAX_WALS") && one.getValue().equals("9"));
    assertThat(after.getArgs()).isEmpty();
  }

  @Test
  void theScriptOfAShellIsLeftToPeople() {
    assertThat(switched(container("old.yaml"), settings -> {}).getImage()).isEqualTo(IMAGE);
    assertThatThrownBy(
            () ->
                switched(
                    container("old.yaml"),
                    settings -> settings.remove("ETCD_INITIAL_CLUSTER_STATE")))
        .isInstanceOf(Failure.Refused.class)
        .hasMessage(
            "a shell starts etcd in the StatefulSet etcd, and its script is not edited: take"
                + " --initial-cluster-state out of it and put nothing into it, then retry");
  }

  private static Container switched(Container before, Consumer<SortedMap<String, String>> change) {
    SortedMap<String, String> settings =
        new TreeMap<>(ContainerInstallation.settings(ContainerSettings.of(before, POD)));
    change.accept(settings);
    return SwitchedContainer.of("StatefulSet etcd", before, POD, IMAGE, settings);
  }

  private static Container container(String manifest) {
    StatefulSet set = SetManifests.read(manifest);
    return set.getSpec().getTemplate().getSpec().getContainers().getFirst();
  }
}
