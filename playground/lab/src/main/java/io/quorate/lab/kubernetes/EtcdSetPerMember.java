package io.quorate.lab.kubernetes;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Manifests of an etcd cluster in the old layout: a StatefulSet of one pod and a Service with an
 * address for each member, whose peer URLs have this address. The sets say nothing of how pods are
 * managed and updated: OrderedReady and RollingUpdate.
 *
 * @param addresses of the members' Services, one for each member
 */
public record EtcdSetPerMember(
    String namespace, String name, String image, List<String> addresses) {

  public EtcdSetPerMember {
    addresses = List.copyOf(addresses);
  }

  /** Returns all manifests, with the namespace. */
  public String yaml() {
    return IntStream.range(0, addresses.size())
        .mapToObj(this::memberYaml)
        .collect(
            Collectors.joining(
                "---\n",
                "apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n---\n".formatted(namespace),
                ""));
  }

  private String memberYaml(int member) {
    return """
    apiVersion: v1
    kind: Service
    metadata: {namespace: NAMESPACE, name: MEMBER}
    spec:
      clusterIP: ADDRESS
      publishNotReadyAddresses: true
      selector: {component: MEMBER}
      ports: [{name: client, port: 2379}, {name: peer, port: 2380}, {name: metrics, port: 2381}]
    ---
    apiVersion: apps/v1
    kind: StatefulSet
    metadata: {namespace: NAMESPACE, name: MEMBER, labels: {component: MEMBER}}
    spec:
      serviceName: MEMBER
      replicas: 1
      selector: {matchLabels: {component: MEMBER}}
      template:
        metadata: {labels: {component: MEMBER}}
        spec:
          terminationGracePeriodSeconds: 10
          containers:
          - name: etcd
            image: IMAGE
            imagePullPolicy: Never
            args:
            - --name=MEMBER
            - --data-dir=/var/run/etcd/default.etcd
            - --listen-client-urls=http://0.0.0.0:2379
            - --listen-peer-urls=http://0.0.0.0:2380
            - --listen-metrics-urls=http://0.0.0.0:2381
            - --advertise-client-urls=http://ADDRESS:2379
            - --initial-advertise-peer-urls=http://ADDRESS:2380
            - --initial-cluster-token=CLUSTER
            - --initial-cluster=PEERS
            - --initial-cluster-state=new
            readinessProbe: {httpGet: {path: /readyz, port: 2381}, periodSeconds: 2}
            resources: {requests: {cpu: 20m, memory: 64Mi}, limits: {memory: 512Mi}}
            volumeMounts: [{name: data, mountPath: /var/run/etcd}]
      volumeClaimTemplates:
      - metadata: {name: data}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
    """
        .replace("NAMESPACE", namespace)
        .replace("ADDRESS", addresses.get(member))
        .replace("CLUSTER", name)
        .replace("PEERS", peers())
        .replace("IMAGE", image)
        .replace("MEMBER", member(member));
  }

  private String member(int member) {
    return name + "-" + member;
  }

  private String peers() {
    return IntStream.range(0, addresses.size())
        .mapToObj(i -> member(i) + "=http://" + addresses.get(i) + ":2380")
        .collect(Collectors.joining(","));
  }
}
