package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.port.Failure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimedDirectoryTest {
  private static final String ON_CLAIM = "[{name: data, mountPath: /data}]";

  @Test
  void findsTheClaimThatHoldsTheDataDirectory() {
    ClaimedDirectory data = ClaimedDirectory.of(set("/data/etcd", ON_CLAIM), "etcd-1");
    assertThat(data.claim()).isEqualTo("data-etcd-1");
    assertThat(data.directory()).isEqualTo("/data/etcd");
    assertThat(data.mount().getMountPath()).isEqualTo("/data");
    assertThat(data.etcdName()).isEqualTo("etcd-1");
    assertThat(data.walDirectory()).isEmpty();
  }

  @Test
  void takesTheInnermostOfNestedMounts() {
    assertThat(
            ClaimedDirectory.of(
                    set(
                        "/data/etcd/",
                        "[{name: scratch, mountPath: /data}, {name: data, mountPath: /data/etcd}]"),
                    "etcd-0")
                .claim())
        .isEqualTo("data-etcd-0");
  }

  @Test
  void refusesDataThatGoesWithThePod() {
    assertThatThrownBy(
            () ->
                ClaimedDirectory.of(
                    set("/data/etcd", "[{name: scratch, mountPath: /data}]"), "etcd-0"))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("the volume scratch, which is no volumeClaimTemplate");
    assertThatThrownBy(() -> ClaimedDirectory.of(set("/elsewhere", ON_CLAIM), "etcd-0"))
        .hasMessageContaining("no volume is mounted at the data directory /elsewhere");
    assertThatThrownBy(() -> ClaimedDirectory.of(set("etcd.data", ON_CLAIM), "etcd-0"))
        .hasMessageContaining("no --data-dir with an absolute path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "args: [--data-dir=/data/$(CLUSTER)], envFrom: [{configMapRef: {name: c}}]",
        "command: [etcd, --data-dir=/data, $(MORE)]",
        "command: [sh, -c, 'exec etcd --data-dir=/data/${CLUSTER}']",
        "command: [sh, -c, 'DIR=/data/b; etcd --data-dir=$DIR'], env: [{name: DIR, value:"
            + " /data/a}]",
        "args: [--data-dir=/data], envFrom: [{secretRef: {name: s}}]",
        "args: [--data-dir=/data], envFrom: [{prefix: ETCD_WAL, configMapRef: {name: c}}]",
        "args: [--data-dir=/data], env: [{name: ETCD_WAL_DIR, valueFrom: {configMapKeyRef: {name:"
            + " c, key: k}}}]",
        "command: [sh, -c, 'etcd --data-dir=/data --wal-dir=${WAL}']",
        "command: [sh, -c, 'etcd --data-dir=/data $FLAGS']",
        "command: [sh, -c, '. /etc/etcd.env; exec etcd --data-dir=/data']",
        "command: [sh, -c, 'set -a && source /etc/etcd.env && exec etcd --data-dir=/data']",
        "command: [sh, -c, 'eval \"$SETTINGS\"; exec etcd --data-dir=/data']",
        "command: [sh, -c, 'export $(cat /etc/etcd.env); exec etcd --data-dir=/data']",
        "command: [sh, -c, 'if x; then etcd --data-dir=/data; else etcd --data-dir=/data/b; fi']",
        "command: [sh, -c, 'export ETCD_WAL_DIR=/data/wal; etcd --data-dir=/data']",
        "command: [/start.sh], env: [{name: ETCD_DATA_DIR, value: /data}]",
        "command: [sh, -c, 'exec /start.sh --data-dir /data/etcd'], env: [{name: ETCD_DATA_DIR,"
            + " value: /data}]",
        "command: [sh, /start.sh, --data-dir=/data, --wal-dir=/data/wal]",
      })
  void refusesADirectoryThatIsNotWhollyKnown(String container) {
    assertThatThrownBy(() -> ClaimedDirectory.of(containing(container), "etcd-0"))
        .isInstanceOf(Failure.Refused.class)
        .hasMessageContaining("than its template shows")
        .hasMessageContaining("Do: write ETCD_DATA_DIR and ETCD_WAL_DIR as literal values");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "args: [--data-dir=/data/etcd], envFrom: [{prefix: BACKUP_, configMapRef: {name: c}}]",
        "command: [sh, -c, 'etcdutl snapshot restore x --data-dir=/data/new && exec etcd"
            + " --data-dir=/data/etcd']",
        "command: [sh, -c, 'etcd --version; etcd --data-dir=\"/data/etcd\" 2>&1 | tee -a"
            + " --data-dir=/x']",
        "command: [sh, -c, 'exec etcd --name=x'], args: [--data-dir=/x/etcd], env: [{name:"
            + " ETCD_DATA_DIR, value: /data/etcd}]",
        "command: [sh, -c, 'exec nice -n -5 /usr/bin/etcd --data-dir /data/./etcd/']",
        "command: [/start.sh], env: [{name: ETCD_DATA_DIR, value: /data/etcd}, {name:"
            + " ETCD_WAL_DIR}, {name: ETCD_CONFIG_FILE, value: ''}]",
        "args: [--data-dir=/data/etcd], env: [{name: ETCD_WAL_DIR, value: ''}, {name:"
            + " ETCD_CONFIG_FILE, value: ''}], envFrom: [{configMapRef: {name: c}}]",
      })
  void takesTheDirectoryOfTheProgramEtcdAlone(String container) {
    ClaimedDirectory data = ClaimedDirectory.of(containing(container), "etcd-0");
    assertThat(data.directory()).isEqualTo("/data/etcd");
    assertThat(data.walDirectory()).isEmpty();
  }

  /** The way up leads out of the volume, which the keeper has at another place. */
  @Test
  void refusesAPathThatLeadsOutOfItsVolume() {
    assertThatThrownBy(() -> ClaimedDirectory.of(set("/data/../other", ON_CLAIM), "etcd-0"))
        .hasMessageContaining("no volume is mounted at the data directory /other");
  }

  @Test
  void refusesASettingsFileThatNobodyReads() {
    for (String container :
        List.of(
            "args: [--config-file=/etc/etcd.yml], env: [{name: ETCD_DATA_DIR, value: /data}]",
            "env: [{name: ETCD_CONFIG_FILE, value: /e}, {name: ETCD_DATA_DIR, value: /data}]")) {
      assertThatThrownBy(() -> ClaimedDirectory.of(containing(container), "etcd-0"))
          .hasMessageContaining("etcd then ignores all variables and flags")
          .hasMessageContaining("Do: write its settings");
    }
  }

  /** Each member has a set, and a claim that a person made. */
  @Test
  void aClaimThatSomebodyMadeIsTheClaimOfAnOnlyPod() {
    StatefulSet set = set("/old/etcd", "[{name: old, mountPath: /old}]");
    set.getSpec().setReplicas(1);
    set.getSpec()
        .getTemplate()
        .getSpec()
        .getVolumes()
        .add(
            new VolumeBuilder()
                .withName("old")
                .withNewPersistentVolumeClaim("etcd-0-data", false)
                .build());
    assertThat(ClaimedDirectory.of(set, "etcd-0").claim()).isEqualTo("etcd-0-data");
    assertThat(new EtcdSet(set).remakes(new MemberPod("etcd", 0))).isFalse();

    set.getSpec().setReplicas(3);
    assertThatThrownBy(() -> ClaimedDirectory.of(set, "etcd-0"))
        .hasMessageContaining("on the claim etcd-0-data, which all pods of the set use");
  }

  @Test
  void refusesAMountThatAKeeperCannotResolve() {
    String mounts = "[{name: data, mountPath: /data, subPathExpr: $(POD)}]";
    assertThatThrownBy(() -> ClaimedDirectory.of(set("/data/etcd", mounts), "etcd-0"))
        .hasMessageContaining("mounted with subPathExpr")
        .hasMessageContaining("Do: mount it with subPath");
  }

  private static StatefulSet containing(String container) {
    StatefulSet set = set("/data/etcd", ON_CLAIM);
    Container given =
        Serialization.unmarshal(
            "---\n{name: etcd, image: etcd, volumeMounts: %s, %s}".formatted(ON_CLAIM, container),
            Container.class);
    set.getSpec().getTemplate().getSpec().setContainers(List.of(given));
    return set;
  }

  private static StatefulSet set(String directory, String mounts) {
    return Serialization.unmarshal(
        """
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: etcd, namespace: db}
        spec:
          serviceName: etcd
          selector: {matchLabels: {app: etcd}}
          template:
            metadata: {labels: {app: etcd}}
            spec:
              containers:
              - name: etcd
                image: etcd
                args: [--data-dir=%s]
                volumeMounts: %s
              volumes: [{name: scratch, emptyDir: {}}]
          volumeClaimTemplates:
          - metadata: {name: data}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
        """
            .formatted(directory, mounts),
        StatefulSet.class);
  }
}
