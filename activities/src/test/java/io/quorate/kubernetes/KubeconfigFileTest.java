package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A kubeconfig is read for one named context, and each thing that cannot be used has a sentence.
 */
class KubeconfigFileTest {
  private static final String TEXT =
      """
      apiVersion: v1
      kind: Config
      current-context: other
      clusters:
      - name: lab
        cluster: {CLUSTER}
      users:
      - name: quorate
        user: {USER}
      contexts:
      - name: lab
        context: {cluster: lab, user: quorate, namespace: etcd}
      - name: other
        context: {cluster: nowhere, user: quorate}
      - name: stranger
        context: {cluster: lab, user: nobody}
      """;
  private static final String CLUSTER =
      "server: 'https://10.0.0.1:6443', certificate-authority: ca.pem";

  @TempDir Path folder;

  @Test
  void theNamedContextIsReadAndNotTheCurrentOne() throws Exception {
    Files.writeString(folder.resolve("ca.pem"), "the authority");
    ApiAccess access = read(CLUSTER, "token: abc");
    assertThat(access)
        .isEqualTo(
            new ApiAccess(
                "https://10.0.0.1:6443",
                Optional.of("the authority"),
                new ApiAccess.Identity.Token("abc")));
    assertThat(access.toString()).doesNotContain("abc");
  }

  @Test
  void allContextsAreListed() throws Exception {
    write(TEXT.replace("CLUSTER", CLUSTER).replace("USER", "token: a"));
    assertThat(ApiSource.Kubeconfig.contexts(folder.resolve("config")))
        .containsExactly("lab", "other", "stranger");
  }

  @Test
  void dataInTheFileIsTakenBeforeAFileBesideIt() throws Exception {
    String data = Base64.getEncoder().encodeToString("inside".getBytes(StandardCharsets.UTF_8));
    String cluster =
        "server: 'https://a', certificate-authority: none, certificate-authority-data: ";
    assertThat(read(cluster + data, "token: abc").authority()).contains("inside");
  }

  @Test
  void aTokenFileIsReadAnewEachTime() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "first\n");
    ApiAccess access = read("server: 'https://a'", "token: not this one, tokenFile: token");
    assertThat(access.bearer()).isEqualTo("first");
    Files.writeString(token, "second\n");
    assertThat(access.bearer()).isEqualTo("second");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "token: a, exec: {command: aws} | gets its credentials from a program",
        "auth-provider: {name: gcp} | gets its credentials from a program",
        "token: a, as: root | speaks as somebody else",
        "token: a, client-certificate: ca.pem | has a token and a client certificate",
        "username: a, password: b | has no token, and no client certificate with its key",
        "client-certificate: ca.pem | has no token, and no client certificate with its key",
        "tokenFile: missing, client-key: missing | missing cannot be read",
        "client-certificate-data: '!', client-key-data: '!' | not in base64"
      })
  void aUserWhomQuorateCannotBeIsRefused(String user, String words) throws Exception {
    Files.writeString(folder.resolve("ca.pem"), "the authority");
    assertThatThrownBy(() -> read(CLUSTER, user).bearer())
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "server: 'https://a', insecure-skip-tls-verify: true | does not check who answers",
        "server: 'https://a', proxy-url: 'http://b' | a tls-server-name or a proxy-url",
        "server: 'https://a', tls-server-name: b | a tls-server-name or a proxy-url",
        "certificate-authority: ca.pem | names no server",
        "server: 'http://10.0.0.5:8080' | names a server without https://",
        "server: 'http://127.0.0.1.evil:80' | names a server without https://",
        "server: '10.0.0.5:8080' | names a server without https://",
        "server: 'https://a', certificate-authority: none.pem | none.pem cannot be read"
      })
  void aServerThatIsNotReachedSafelyIsRefused(String cluster, String words) {
    assertThatThrownBy(() -> read(cluster, "token: a"))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining(words);
  }

  @Test
  void aContextThatIsNotThereIsToldWithThoseThatAre() throws Exception {
    Files.writeString(folder.resolve("ca.pem"), "the authority");
    write(TEXT.replace("CLUSTER", CLUSTER).replace("USER", "token: a"));
    assertThatThrownBy(() -> read("prod"))
        .isInstanceOf(Failure.Fault.class)
        .hasMessage(folder.resolve("config") + " has no context prod; it has lab, other, stranger");
    assertThatThrownBy(() -> read("other"))
        .hasMessageEndingWith("names the cluster nowhere, which is not there");
    assertThatThrownBy(() -> read("stranger"))
        .hasMessageEndingWith("names the user nobody, who is not there");
  }

  @Test
  void aFileThatIsNoKubeconfigIsRefusedWithoutItsContent() throws Exception {
    write("token: [secret");
    assertThatThrownBy(() -> read("lab"))
        .hasMessageEndingWith("is no kubeconfig: it cannot be read as YAML")
        .hasNoCause();
    write("a: b");
    assertThatThrownBy(() -> read("lab")).hasMessageContaining("it has no 'kind: Config'");
    write("");
    assertThatThrownBy(() -> read("lab")).hasMessageContaining("it has no 'kind: Config'");
    Files.delete(folder.resolve("config"));
    assertThatThrownBy(() -> read("lab")).hasMessageContaining("config cannot be read");
  }

  @Test
  void aPodSaysWhereItsApiServerIs() throws Exception {
    Files.writeString(folder.resolve("token"), "t");
    assertThatThrownBy(() -> inPod(Map.of()))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("does not run in a pod with a service account");
    var told = Map.of("KUBERNETES_SERVICE_HOST", "fd00::1", "KUBERNETES_SERVICE_PORT", "443");
    assertThatThrownBy(() -> inPod(told)).hasMessageContaining("ca.crt cannot be read");
    Files.writeString(folder.resolve("ca.crt"), "nothing");
    assertThatThrownBy(() -> inPod(told)).hasMessageContaining("the certificate-authority");
  }

  private void inPod(Map<String, String> environment) {
    try (var clients = new ApiClients(environment, folder, ApiClients.ANSWER)) {
      clients.client(new ApiSource.InCluster());
    }
  }

  private ApiAccess read(String cluster, String user) throws IOException {
    write(TEXT.replace("CLUSTER", cluster).replace("USER", user));
    return read("lab");
  }

  private void write(String text) throws IOException {
    Files.writeString(folder.resolve("config"), text);
  }

  private ApiAccess read(String context) {
    return KubeconfigFile.access(new ApiSource.Kubeconfig(folder.resolve("config"), context));
  }
}
