package io.quorate.lab.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Manifests of an etcd cluster in the layout of one StatefulSet with a claim for each member. Each
 * member has, besides its name of the headless Service, a Service with a fixed address, so that a
 * client outside of the cluster needs no DNS.
 *
 * @param members of a new cluster
 * @param addresses of the members' Services by ordinal; more than members where it will grow
 * @param management the set's {@code podManagementPolicy}
 * @param update the set's {@code updateStrategy}
 * @param ready the path of the members' readiness probe
 * @param claims the set's {@code persistentVolumeClaimRetentionPolicy}, when deleted and when
 *     scaled
 * @param certificates where the members speak TLS, in a namespace with the policy {@code
 *     restricted}
 */
public record EtcdSet(
    String namespace,
    String name,
    String image,
    int members,
    List<String> addresses,
    String management,
    String update,
    String claims,
    String ready,
    Optional<EtcdCertificates> certificates) {

  /** The user of members that may not be root. */
  private static final int USER = 1001;

  public EtcdSet {
    addresses = List.copyOf(addresses);
  }

  /** Creates the layout in which a runbook can do everything: Parallel, OnDelete, claims kept. */
  public static EtcdSet of(
      String namespace, String name, String image, int members, List<String> addresses) {
    return new EtcdSet(
        namespace,
        name,
        image,
        members,
        addresses,
        "Parallel",
        "OnDelete",
        "Retain",
        image.contains(":3.4.") ? "/health" : "/readyz",
        Optional.empty());
  }

  /**
   * Returns this set with members that are created in turn. A new one never comes up with more than
   * one member, for the first waits for the others: create it Parallel first, or ask less of the
   * first by {@link #readyAlone}.
   */
  public EtcdSet orderedReady() {
    return with("OrderedReady", update, claims, ready, certificates);
  }

  /** Returns this set with members that are ready before there is a quorum. */
  public EtcdSet readyAlone() {
    return with(management, update, claims, "/livez", certificates);
  }

  /** Returns this set with pods that are replaced as soon as the template changes. */
  public EtcdSet rollingUpdate() {
    return with(management, "RollingUpdate", claims, ready, certificates);
  }

  /** Returns this set with claims that are deleted with the set, or with its pods. */
  public EtcdSet deletingClaims() {
    return with(management, update, "Delete", ready, certificates);
  }

  /** Returns this set with TLS, and in a namespace with the policy {@code restricted}. */
  public EtcdSet restricted(EtcdCertificates files) {
    return with(management, update, claims, ready, Optional.of(files));
  }

  private EtcdSet with(
      String otherManagement,
      String otherUpdate,
      String otherClaims,
      String otherReady,
      Optional<EtcdCertificates> otherCertificates) {
    return new EtcdSet(
        namespace,
        name,
        image,
        members,
        addresses,
        otherManagement,
        otherUpdate,
        otherClaims,
        otherReady,
        otherCertificates);
  }

  /** The names for which a certificate of the members has to be good. */
  public List<String> names() {
    var pods =
        IntStream.range(0, addresses.size())
            .boxed()
            .flatMap(
                i ->
                    List.of(
                        "DNS:%s-%d.%s".formatted(name, i, name),
                        "DNS:%s-%d.%s.%s.svc.cluster.local".formatted(name, i, name, namespace),
                        "IP:" + addresses.get(i))
                        .stream());
    return Stream.concat(Stream.of("DNS:localhost", "IP:127.0.0.1"), pods).toList();
  }

  /** Returns all manifests, with the namespace. */
  public String yaml() throws IOException {
    return around() + setYaml();
  }

  /** Returns all manifests but that of the set itself. */
  String around() throws IOException {
    var all = new StringBuilder(namespaceYaml());
    if (certificates.isPresent()) {
      all.append(secretYaml(certificates.get()));
    }
    return all.append(servicesYaml()).toString();
  }

  private String namespaceYaml() {
    return """
    apiVersion: v1
    kind: Namespace
    metadata:
      name: %s
      labels: {pod-security.kubernetes.io/enforce: %s}
    ---
    """
        .formatted(namespace, certificates.isPresent() ? "restricted" : "privileged");
  }

  private String secretYaml(EtcdCertificates files) throws IOException {
    return """
    apiVersion: v1
    kind: Secret
    metadata: {namespace: %s, name: %s-tls}
    stringData:
      ca.crt: |
    %s  tls.crt: |
    %s  tls.key: |
    %s---
    """
        .formatted(
            namespace,
            name,
            indented(files.authority()),
            indented(files.certificate()),
            indented(files.key()));
  }

  private static String indented(Path file) throws IOException {
    return Files.readString(file).indent(4);
  }

  private String servicesYaml() {
    var all =
        new StringBuilder(
            """
            apiVersion: v1
            kind: Service
            metadata: {namespace: %1$s, name: %2$s}
            spec:
              clusterIP: None
              publishNotReadyAddresses: true
              selector: {app: %2$s}
              ports: [{name: client, port: 2379}, {name: peer, port: 2380}, {name: metrics, port: 2381}]
            ---
            apiVersion: policy/v1
            kind: PodDisruptionBudget
            metadata: {namespace: %1$s, name: %2$s}
            spec:
              maxUnavailable: 1
              selector: {matchLabels: {app: %2$s}}
            ---
            """
                .formatted(namespace, name));
    for (int i = 0; i < addresses.size(); i++) {
      all.append(
          """
          apiVersion: v1
          kind: Service
          metadata: {namespace: %1$s, name: %2$s-%3$d}
          spec:
            clusterIP: %4$s
            publishNotReadyAddresses: true
            selector: {statefulset.kubernetes.io/pod-name: %2$s-%3$d}
            ports: [{name: client, port: 2379}, {name: peer, port: 2380}, {name: metrics, port: 2381}]
          ---
          """
              .formatted(namespace, name, i, addresses.get(i)));
    }
    return all.toString();
  }

  /** The readiness of etcd 3.4 is {@code /health}: the pinned patch has no {@code /readyz}. */
  private String setYaml() {
    return """
    apiVersion: apps/v1
    kind: StatefulSet
    metadata: {namespace: NAMESPACE, name: NAME}
    spec:
      serviceName: NAME
      replicas: MEMBERS
      podManagementPolicy: MANAGEMENT
      updateStrategy: {type: UPDATE}
      persistentVolumeClaimRetentionPolicy: {whenDeleted: CLAIMS, whenScaled: CLAIMS}
      selector: {matchLabels: {app: NAME}}
      template:
        metadata: {labels: {app: NAME}}
        spec:
          terminationGracePeriodSeconds: 10
    POD_SECURITY      containers:
          - name: etcd
            image: IMAGE
            imagePullPolicy: Never
            env:
            - {name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
            args:
            - --name=$(POD)
            - --data-dir=/data/etcd
            - --listen-client-urls=SCHEME://0.0.0.0:2379
            - --listen-peer-urls=SCHEME://0.0.0.0:2380
            - --listen-metrics-urls=http://0.0.0.0:2381
            - --advertise-client-urls=SCHEME://$(POD).NAME:2379
            - --initial-advertise-peer-urls=SCHEME://$(POD).NAME:2380
            - --initial-cluster-token=NAME
            - --initial-cluster=PEERS
    TLS_FLAGS        ports: [{name: client, containerPort: 2379}, {name: peer, containerPort: 2380}]
            readinessProbe: {httpGet: {path: READY, port: 2381}, periodSeconds: 2}
            resources: {requests: {cpu: 20m, memory: 64Mi}, limits: {memory: 512Mi}}
    SECURITY        volumeMounts: [{name: data, mountPath: /data}TLS_MOUNT]
    TLS_VOLUME  volumeClaimTemplates:
      - metadata: {name: data}
        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
    """
        .replace("NAMESPACE", namespace)
        .replace("MEMBERS", "" + members)
        .replace("MANAGEMENT", management)
        .replace("UPDATE", update)
        .replace("CLAIMS", claims)
        .replace("IMAGE", image)
        .replace("PEERS", peers())
        .replace("SCHEME", scheme())
        .replace("TLS_FLAGS", forTls(TLS_FLAGS))
        .replace("TLS_MOUNT", forTls(", {name: tls, mountPath: /tls}"))
        .replace("TLS_VOLUME", forTls(TLS_VOLUME))
        .replace("POD_SECURITY", forTls(POD_SECURITY))
        .replace("SECURITY", forTls(SECURITY))
        .replace("READY", ready)
        .replace("NAME", name);
  }

  private static final String TLS_FLAGS =
      """
              - --cert-file=/tls/tls.crt
              - --key-file=/tls/tls.key
              - --trusted-ca-file=/tls/ca.crt
              - --client-cert-auth
              - --peer-cert-file=/tls/tls.crt
              - --peer-key-file=/tls/tls.key
              - --peer-trusted-ca-file=/tls/ca.crt
              - --peer-client-cert-auth
      """;

  private static final String TLS_VOLUME =
      """
            volumes: [{name: tls, secret: {secretName: NAME-tls, defaultMode: 0440}}]
      """;

  private static final String POD_SECURITY =
      """
            securityContext:
              {runAsNonRoot: true, runAsUser: %1$d, fsGroup: %1$d, seccompProfile: {type: RuntimeDefault}}
      """
          .formatted(USER);

  private static final String SECURITY =
      """
              securityContext:
                {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
      """;

  private String forTls(String part) {
    return certificates.isPresent() ? part : "";
  }

  private String scheme() {
    return certificates.isPresent() ? "https" : "http";
  }

  String peers() {
    return IntStream.range(0, members)
        .mapToObj(i -> "%s-%d=%s://%s-%d.%s:2380".formatted(name, i, scheme(), name, i, name))
        .collect(Collectors.joining(","));
  }
}
