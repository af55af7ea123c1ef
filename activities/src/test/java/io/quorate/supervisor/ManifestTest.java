package io.quorate.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.EtcdVersion;
import io.quorate.port.Failure;
import io.quorate.workload.Grace;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an edit of a manifest changes, and which manifests are not edited. */
public class ManifestTest {
  private static final String PATH = "/etc/kubernetes/manifests/etcd.yaml";
  private static final String STATE = "    - --initial-cluster-state=existing   # joined in May\n";

  /** As kubeadm 1.31 writes it, with comments of a person. */
  public static final String KUBEADM =
      """
      # Handle with care – see the wiki.
      apiVersion: v1
      kind: Pod
      metadata:
        annotations:
          kubeadm.kubernetes.io/etcd.advertise-client-urls: https://10.0.0.1:2379
        labels:
          component: etcd
          tier: control-plane
        name: etcd
        namespace: kube-system
      spec:
        containers:
        - command:
          - etcd
          - --advertise-client-urls=https://10.0.0.1:2379
          - --cert-file=/etc/kubernetes/pki/etcd/server.crt
          - --client-cert-auth=true
          - --data-dir=/var/lib/etcd
          - --experimental-initial-corrupt-check=true
          - --experimental-watch-progress-notify-interval=5s
          - --initial-advertise-peer-urls=https://10.0.0.1:2380
          - --initial-cluster=cp1=https://10.0.0.1:2380
          - --initial-cluster-state=existing   # joined in May
          - --listen-client-urls=https://127.0.0.1:2379,https://10.0.0.1:2379
          - "--listen-metrics-urls=http://127.0.0.1:2381"
          - --name=cp1
          - --snapshot-count=10000
          image: registry.k8s.io/etcd:3.5.15-0
          imagePullPolicy: IfNotPresent
          livenessProbe:
            httpGet: {host: 127.0.0.1, path: "/health?exclude=NOSPACE", port: 2381}
          name: etcd
          volumeMounts:
          - mountPath: /var/lib/etcd
            name: etcd-data
          - mountPath: /etc/kubernetes/pki/etcd
            name: etcd-certs
        hostNetwork: true
        priorityClassName: system-node-critical
        volumes:
        - hostPath:
            path: /etc/kubernetes/pki/etcd
            type: DirectoryOrCreate
          name: etcd-certs
        - hostPath:
            path: /var/lib/etcd
            type: DirectoryOrCreate
          name: etcd-data
      status: {}
      """;

  @Test
  void flagsAreReadUnderTheNamesOfEtcdsVariables() {
    Manifest manifest = read(KUBEADM);

    assertThat(manifest.value("ETCD_NAME")).contains("cp1");
    assertThat(manifest.value("ETCD_LISTEN_METRICS_URLS")).contains("http://127.0.0.1:2381");
    assertThat(manifest.settings())
        .containsEntry("ETCD_EXPERIMENTAL_INITIAL_CORRUPT_CHECK", "true")
        .hasSize(13);
    assertThat(manifest.version()).contains(new EtcdVersion(3, 5, 15));
  }

  @Test
  void anEditChangesTheLineOfItsFlagAndNoOtherByte() {
    Manifest edited = read(KUBEADM).with("ETCD_INITIAL_CLUSTER", "cp1=https://10.0.0.1:2380,cp2=x");

    assertThat(utf8(edited.text()))
        .isEqualTo(
            KUBEADM.replace(
                "--initial-cluster=cp1=https://10.0.0.1:2380\n",
                "--initial-cluster=cp1=https://10.0.0.1:2380,cp2=x\n"));
    assertThat(utf8(edited.with("ETCD_INITIAL_CLUSTER_STATE", "new").text()))
        .contains("- --initial-cluster-state=new   # joined in May\n");
  }

  @Test
  void aFlagThatIsNotThereIsAddedAfterTheOthers() {
    String without = KUBEADM.replace(STATE, "");

    assertThat(utf8(read(without).with("ETCD_INITIAL_CLUSTER_STATE", "existing").text()))
        .isEqualTo(
            without.replace(
                "    - --snapshot-count=10000\n",
                "    - --snapshot-count=10000\n    - --initial-cluster-state=existing\n"));
  }

  @Test
  void anotherImageChangesItsLineOnly() {
    assertThat(utf8(read(KUBEADM).withImage("registry.k8s.io/etcd:3.6.6-0").text()))
        .isEqualTo(KUBEADM.replace("etcd:3.5.15-0", "etcd:3.6.6-0"));
  }

  @Test
  void translatedSettingsReplaceAndRemoveTheFlagsTheyConcern() {
    Manifest manifest = read(KUBEADM);
    var settings = new TreeMap<>(manifest.settings());
    settings.remove("ETCD_EXPERIMENTAL_INITIAL_CORRUPT_CHECK");
    settings.put("ETCD_FEATURE_GATES", "InitialCorruptCheck=true");

    assertThat(utf8(manifest.withSettings(settings).text()))
        .isEqualTo(
            KUBEADM
                .replace("    - --experimental-initial-corrupt-check=true\n", "")
                .replace(
                    "--snapshot-count=10000\n",
                    "--snapshot-count=10000\n    - --feature-gates=InitialCorruptCheck=true\n"));
  }

  @Property(tries = 200)
  void whateverIsWrittenIsReadBackAndOtherLinesStay(
      @ForAll("values") Map<String, String> values, @ForAll boolean windows) {
    String text = windows ? KUBEADM.replace("\n", "\r\n") : KUBEADM;
    SettingsFile edited = read(text);
    for (Map.Entry<String, String> value : values.entrySet()) {
      edited = edited.with(value.getKey(), value.getValue());
    }

    Manifest again = read(utf8(edited.text()));
    values.forEach((key, value) -> assertThat(again.value(key)).contains(value));
    List<String> before = text.lines().toList();
    assertThat(utf8(edited.text()).lines().filter(line -> !flagOf(line, values)))
        .containsExactlyElementsOf(before.stream().filter(line -> !flagOf(line, values)).toList());
  }

  private static boolean flagOf(String line, Map<String, String> values) {
    return values.keySet().stream()
        .map(key -> "--" + key.substring(5).toLowerCase(Locale.ROOT).replace('_', '-'))
        .anyMatch(flag -> line.contains(flag + "="));
  }

  @Provide
  Arbitrary<Map<String, String>> values() {
    return Arbitraries.maps(
        Arbitraries.of(
            "ETCD_INITIAL_CLUSTER", "ETCD_NAME", "ETCD_LISTEN_METRICS_URLS", "ETCD_LOG_LEVEL"),
        Arbitraries.strings().withCharRange(' ', '~').withChars('ä', '–').ofMaxLength(30));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "- --name=cp1|- sh|is no flag; write --name=value in one item",
        "- etcd|- sh|line 15: starts 'sh'; write etcd itself",
        "- --name=cp1|- --config-file=/etc/etcd.yml|line 27: --config-file makes etcd ignore",
        "hostNetwork: true|containers: []|has containers a second time",
        "kind: Pod|kind: Deployment|is no manifest of a Pod",
        "- --name=cp1|- - --name=cp1|has to be one word or text in one line",
        "- --name=cp1|- &a --name=cp1|has to be one word or text in one line",
        "apiVersion: v1|apiVersion: [v1|is no YAML",
      })
  void anUnusualManifestIsRefusedWithFileAndLine(String was, String written, String said) {
    String text = KUBEADM.replace(was, written);

    assertThatThrownBy(() -> read(text))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageStartingWith(PATH)
        .hasMessageContaining(said);
  }

  @Test
  void ofTwoFlagsWithOneNameTheLastCountsAsInEtcd() {
    Manifest twice = read(KUBEADM.replace("- --snapshot-count=10000", "- --name=cp2"));
    assertThat(twice.value("ETCD_NAME")).hasValue("cp2");
    assertThat(twice.with("ETCD_NAME", "cp3").text()).contains("- --name=cp1\n", "- --name=cp3\n");
  }

  @Test
  void settingsInTheEnvironmentOrInOneLineAreRefused() {
    String environment =
        KUBEADM.replace(
            "    name: etcd\n    vol",
            "    env:\n    - name: ETCD_NAME\n      value: x\n    name: etcd\n    vol");
    assertThatThrownBy(() -> read(environment)).hasMessageContaining("sets ETCD_NAME in env");

    String flow = "kind: Pod\nspec: {containers: [{command: [etcd, --name=a], image: e}]}\n";
    assertThatThrownBy(() -> read(flow)).hasMessageContaining("line 2: has command in one line");
  }

  @Test
  void theTagTellsTheReleaseAndNothingElseDoes() {
    assertThat(tagged("quay.io/coreos/etcd:v3.6.6")).contains("3.6.6");
    assertThat(tagged("registry:5000/etcd:3.6.6-0@sha256:abc")).contains("3.6.6");
    assertThat(tagged("registry.k8s.io/etcd:3.7.0-rc.1")).isEmpty();
    assertThat(tagged("registry.k8s.io/etcd:latest")).isEmpty();
    assertThat(tagged("registry.k8s.io/etcd@sha256:abc")).isEmpty();
  }

  private static Optional<String> tagged(String image) {
    return read(KUBEADM.replace("registry.k8s.io/etcd:3.5.15-0", image))
        .version()
        .map(EtcdVersion::toString);
  }

  private static Manifest read(String text) {
    return Manifest.parse(PATH, new ManifestText(PATH, text).bytes());
  }

  private static String utf8(String bytes) {
    return ManifestText.ofBytes(PATH, bytes).text();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "httpGet: {path: '/health?exclude=NOSPACE', port: 2381} | asks for /health?exclude=NOSPACE",
        "httpGet: {path: /health, port: 2381} | asks for /health",
        "httpGet: {path: /readyz, port: 2381} | asks for /readyz",
        "exec: {command: [/bin/sh, -ec, 'etcdctl endpoint health']} | runs etcdctl endpoint health",
        "exec: {command: [etcdctl, endpoint, health]} | runs etcdctl endpoint health",
      })
  void aLivenessProbeThatNeedsQuorumIsNamedWithItsLine(String probe, String does) {
    assertThat(probe(probe)).hasValue("its livenessProbe " + does + ", in line 32 of " + PATH);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "httpGet: {path: '/health?exclude=NOSPACE&serializable=true', port: 2381}",
        "httpGet: {path: /livez, port: 2381}",
        "exec: {command: [etcdctl, endpoint, status]}",
        "tcpSocket: {port: 2379}",
      })
  void aLivenessProbeThatNeedsNoQuorumIsNoTrouble(String probe) {
    assertThat(probe(probe)).isEmpty();
  }

  /** kubeadm's startup probe needs quorum, and counts until its first success. */
  @Test
  void aStartupProbeIsNoLivenessProbe() {
    String startup = "httpGet: {path: /health, port: 2381}";
    assertThat(
            QuorumProbe.in(
                new ManifestText(
                    PATH,
                    KUBEADM.replaceAll("livenessProbe:\n.*", "startupProbe: {" + startup + "}"))))
        .isEmpty();
  }

  @Test
  void theKubeletKillsAfterTheGracePeriodOfTheManifest() {
    String spec = "spec:\n  terminationGracePeriodSeconds: 90\n";
    assertThat(KubeletGrace.in(new ManifestText(PATH, KUBEADM.replaceFirst("(?m)^spec:\n", spec))))
        .contains(new Grace(Duration.ofSeconds(90), Grace.By.KUBELET));
    assertThat(KubeletGrace.in(new ManifestText(PATH, KUBEADM))).isEmpty();
  }

  private static Optional<String> probe(String probe) {
    String manifest = KUBEADM.replaceAll("(livenessProbe:\n +)httpGet: .*", "$1" + probe);
    return QuorumProbe.in(new ManifestText(PATH, manifest));
  }
}
