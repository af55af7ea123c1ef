package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.quorate.port.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As whom a client speaks, and whom it believes, over TLS that asks for a client certificate. */
class ApiClientsTest {
  private static final String PASSWORD = "changeit";

  @TempDir private Path folder;
  private HttpsServer server;

  @BeforeEach
  void startTheServer() throws Exception {
    authority("ca");
    authority("other");
    leaf("server", "ec", "IP:127.0.0.1");
    openssl(
        "pkcs12 -export -in server.crt -inkey server.key -out server.p12 -passout pass:"
            + PASSWORD);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context()) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters wanted = getSSLContext().getDefaultSSLParameters();
            wanted.setNeedClientAuth(true);
            parameters.setSSLParameters(wanted);
          }
        });
    server.createContext(
        "/",
        exchange -> {
          byte[] list =
              "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[]}"
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(200, list.length);
          exchange.getResponseBody().write(list);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stopTheServer() {
    server.stop(0);
  }

  /** As openssl, kubeadm, k3s and older installers write keys. */
  @ParameterizedTest
  @CsvSource({"ec, pkcs8", "ec, sec1", "rsa, pkcs8", "rsa, pkcs1"})
  void aKeyOfEachKindIsUsed(String kind, String form) throws Exception {
    leaf("client", kind, "");
    switch (form) {
      case "sec1" -> openssl("ec -in client.key -out client.key");
      case "pkcs1" -> openssl("rsa -traditional -in client.key -out client.key");
      default -> {}
    }
    assertThat(look("ca.crt")).isEqualTo(List.of());
  }

  @Test
  void anEd25519KeyIsToldBeforeItIsUsed() throws Exception {
    leaf("client", "ed25519", "");
    assertThatThrownBy(() -> look("ca.crt"))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("ed25519 keys cannot be used here")
        .hasMessageContaining("give Quorate a certificate with an EC key, or a token");
  }

  @Test
  void anEncryptedKeyIsTold() throws Exception {
    leaf("client", "ec", "");
    openssl("pkcs8 -topk8 -in client.key -out locked.key -passout pass:x");
    Files.move(
        folder.resolve("locked.key"),
        folder.resolve("client.key"),
        StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> look("ca.crt"))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("is encrypted; give Quorate a key without a passphrase");
  }

  @Test
  void aServerOfAnotherAuthorityIsNotBelieved() throws Exception {
    leaf("client", "ec", "");
    assertThatThrownBy(() -> look("other.crt"))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("the pods could not be read: the certificate of the API server does")
        .hasMessageContaining("certificate-authority that the configuration names");
  }

  @Test
  void aSourceSharesOneClient() throws Exception {
    leaf("client", "ec", "");
    try (var clients = new ApiClients(Map.of())) {
      assertThat(clients.client(source("ca.crt"))).isSameAs(clients.client(source("ca.crt")));
    }
  }

  /** The token of {@code kubectl create token} lives for an hour. */
  @Test
  void aKubeconfigThatIsWrittenAnewIsUsed() throws Exception {
    leaf("client", "ec", "");
    try (var clients = new ApiClients(Map.of())) {
      var first = clients.client(source("ca.crt"));
      leaf("client", "ec", "");
      var second = clients.client(source("ca.crt"));
      assertThat(second).isNotSameAs(first);
      assertThat(ApiCall.read("the pods").make(() -> second.pods().list().getItems())).isEmpty();
      Files.delete(folder.resolve("client.key"));
      assertThat(clients.client(source("ca.crt"))).as("while it is written").isSameAs(second);
    }
  }

  private List<?> look(String authority) throws IOException {
    try (var clients = new ApiClients(Map.of())) {
      var client = clients.client(source(authority));
      return ApiCall.read("the pods")
          .make(() -> client.pods().inNamespace("etcd").list().getItems());
    }
  }

  private ApiSource source(String authority) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("config"),
            """
            apiVersion: v1
            kind: Config
            clusters:
            - name: here
              cluster: {server: "https://127.0.0.1:%d", certificate-authority: %s}
            users:
            - name: me
              user: {client-certificate: client.crt, client-key: client.key}
            contexts: [{name: here, context: {cluster: here, user: me}}]
            """
                .formatted(server.getAddress().getPort(), authority));
    return new ApiSource.Kubeconfig(file, "here");
  }

  private SSLContext context() throws Exception {
    KeyStore own = KeyStore.getInstance("PKCS12");
    try (InputStream bytes = Files.newInputStream(folder.resolve("server.p12"))) {
      own.load(bytes, PASSWORD.toCharArray());
    }
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, PASSWORD.toCharArray());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream pem = Files.newInputStream(folder.resolve("ca.crt"))) {
      trusted.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private void authority(String name) throws IOException, InterruptedException {
    key(name, "ec");
    openssl("req -x509 -new -key %1$s.key -subj /CN=%1$s -days 2 -out %1$s.crt".formatted(name));
  }

  private void leaf(String name, String kind, String address)
      throws IOException, InterruptedException {
    key(name, kind);
    Files.writeString(
        folder.resolve("extensions"), address.isEmpty() ? "" : "subjectAltName=" + address + "\n");
    openssl("req -new -key %1$s.key -subj /CN=%1$s -out %1$s.csr".formatted(name));
    openssl(
        ("x509 -req -in %1$s.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile"
                + " extensions -out %1$s.crt")
            .formatted(name));
  }

  private void key(String name, String kind) throws IOException, InterruptedException {
    String algorithm =
        switch (kind) {
          case "ec" -> "EC -pkeyopt ec_paramgen_curve:P-256";
          case "rsa" -> "RSA -pkeyopt rsa_keygen_bits:2048";
          default -> kind;
        };
    openssl("genpkey -algorithm " + algorithm + " -out " + name + ".key");
  }

  private void openssl(String arguments) throws IOException, InterruptedException {
    List<String> words =
        Stream.concat(Stream.of("openssl"), Arrays.stream(arguments.split(" "))).toList();
    Process process =
        new ProcessBuilder(words).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(arguments + ": " + said).isZero();
  }
}
