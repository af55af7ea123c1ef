package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.quorate.port.Failure;
import org.junit.jupiter.api.Test;

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
