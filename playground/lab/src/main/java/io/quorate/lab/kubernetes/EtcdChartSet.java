package io.quorate.lab.kubernetes;

import io.quorate.lab.image.ChartImage;
import java.io.IOException;

/**
 * Manifests of an etcd cluster as Bitnami's chart lays it out: one StatefulSet, whose members have
 * all settings in variables, an entry point of the image, and a hook that takes the member out of
 * the membership whenever its pod ends.
 *
 * @param around the namespace and the Services; its members, names and addresses count here too
 * @param image with the scripts
 * @param mended whether the template does without the scripts, and a change of it restarts nobody
 */
public record EtcdChartSet(EtcdSet around, String image, boolean mended) {

  /** Returns all manifests, with the namespace. */
  public String yaml() throws IOException {
    return around.around() + setYaml();
  }

  private String setYaml() {
    return """
    apiVersion: apps/v1
    kind: StatefulSet
    metadata: {namespace: NAMESPACE, name: NAME}
    spec:
      serviceName: NAME
      replicas: MEMBERS
      podManagementPolicy: Parallel
      updateStrategy: UPDATE
      selector: {matchLabels: {app: NAME}}
      template:
        metadata: {labels: {app: NAME}}
        spec:
          terminationGracePeriodSeconds: 20
          containers:
          - name: etcd
            image: IMAGE
            imagePullPolicy: Never
    SCRIPTS        env:
            - {name: MY_POD_NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
            - {name: MY_STS_NAME, value: NAME}
            - {name: ETCD_ON_K8S, value: "yes"}
            - {name: ETCD_NAME, value: $(MY_POD_NAME)}
            - {name: ETCD_DATA_DIR, value: /bitnami/etcd/data}
            - {name: ETCD_ADVERTISE_CLIENT_URLS, value: "http://$(MY_POD_NAME).NAME:2379"}
            - {name: ETCD_LISTEN_CLIENT_URLS, value: "http://0.0.0.0:2379"}
            - {name: ETCD_INITIAL_ADVERTISE_PEER_URLS, value: "http://$(MY_POD_NAME).NAME:2380"}
            - {name: ETCD_LISTEN_PEER_URLS, value: "http://0.0.0.0:2380"}
            - {name: ETCD_LISTEN_METRICS_URLS, value: "http://0.0.0.0:2381"}
            - {name: ETCD_INITIAL_CLUSTER_TOKEN, value: NAME}
            - {name: ETCD_INITIAL_CLUSTER, value: "PEERS"}
            - {name: ETCD_CLUSTER_DOMAIN, value: NAME}
            ports: [{name: client, containerPort: 2379}, {name: peer, containerPort: 2380}]
            readinessProbe: {httpGet: {path: /readyz, port: 2381}, periodSeconds: 2}
            resources: {requests: {cpu: 20m, memory: 64Mi}, limits: {memory: 512Mi}}
            volumeMounts: [{name: data, mountPath: /bitnami/etcd}]
      volumeClaimTemplates:
      - metadata: {name: data}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
    """
        .replace("NAMESPACE", around.namespace())
        .replace("MEMBERS", "" + around.members())
        .replace(
            "UPDATE", mended ? "{type: OnDelete, rollingUpdate: null}" : "{type: RollingUpdate}")
        .replace("IMAGE", image)
        .replace("PEERS", around.peers())
        .replace("SCRIPTS", mended ? PLAIN : HOOKED)
        .replace("_NAME", "_KEPT")
        .replace("NAME", around.name())
        .replace("_KEPT", "_NAME");
  }

  private static final String PLAIN =
      """
              command: [etcd]
      """;

  private static final String HOOKED =
      """
              lifecycle: {preStop: {exec: {command: [%s]}}}
      """
          .formatted(ChartImage.HOOK);
}
