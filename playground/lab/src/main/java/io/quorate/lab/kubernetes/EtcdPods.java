package io.quorate.lab.kubernetes;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Manifests of an etcd cluster as operators have made it: pods that no set owns, whose names say
 * nothing, and whose data ends with them. Clients have a Service with a fixed address a member.
 *
 * @param addresses of these Services
 */
public record EtcdPods(String namespace, String name, String image, List<String> addresses) {
  private static final List<String> NAMES = List.of("7kx2p", "m4qvz", "t9bdw");

  public EtcdPods {
    addresses = List.copyOf(addresses);
  }

  /** Returns the names of the pods. */
  public static List<String> pods(String name) {
    return NAMES.stream().map(one -> name + "-" + one).toList();
  }

  /** Returns all manifests, with the namespace. */
  public String yaml() {
    String namespaced =
        """
        apiVersion: v1
        kind: Namespace
        metadata: {name: %1$s}
        ---
        apiVersion: v1
        kind: Service
        metadata: {namespace: %1$s, name: peers}
        spec:
          clusterIP: None
          publishNotReadyAddresses: true
          selector: {app: pods}
          ports: [{name: peer, port: 2380}]
        ---
        """
            .formatted(namespace);
    return IntStream.range(0, NAMES.size())
        .mapToObj(this::memberYaml)
        .collect(Collectors.joining("---\n", namespaced, ""));
  }

  private String memberYaml(int member) {
    return """
    apiVersion: v1
    kind: Service
    metadata: {namespace: NAMESPACE, name: MEMBER}
    spec:
      clusterIP: ADDRESS
      publishNotReadyAddresses: true
      selector: {member: MEMBER}
      ports: [{name: client, port: 2379}, {name: peer, port: 2380}, {name: metrics, port: 2381}]
    ---
    apiVersion: v1
    kind: Pod
    metadata: {namespace: NAMESPACE, name: POD, labels: {app: pods, member: MEMBER}}
    spec:
      hostname: POD
      subdomain: peers
      containers:
      - name: etcd
        image: IMAGE
        imagePullPolicy: Never
        args:
        - --name=MEMBER
        - --data-dir=/var/etcd/data
        - --listen-client-urls=http://0.0.0.0:2379
        - --listen-peer-urls=http://0.0.0.0:2380
        - --listen-metrics-urls=http://0.0.0.0:2381
        - --advertise-client-urls=http://POD.peers:2379
        - --initial-advertise-peer-urls=http://POD.peers:2380
        - --initial-cluster-token=NAMESPACE
        - --initial-cluster=PEERS
        volumeMounts: [{name: data, mountPath: /var/etcd}]
      volumes: [{name: data, emptyDir: {}}]
    """
        .replace("NAMESPACE", namespace)
        .replace("ADDRESS", addresses.get(member))
        .replace("PEERS", peers())
        .replace("IMAGE", image)
        .replace("MEMBER", member(member))
        .replace("POD", pods(name).get(member));
  }

  private String member(int member) {
    return name + "-" + member;
  }

  private String peers() {
    return IntStream.range(0, NAMES.size())
        .mapToObj(i -> "%s=http://%s.peers:2380".formatted(member(i), pods(name).get(i)))
        .collect(Collectors.joining(","));
  }
}
