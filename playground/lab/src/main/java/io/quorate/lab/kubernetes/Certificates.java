package io.quorate.lab.kubernetes;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A certificate authority with the keys and certificates that it has given out, made by openssl.
 *
 * @param folder has {@code NAME.key} and {@code NAME.crt} of each, the authority's own as {@code
 *     ca}
 */
record Certificates(Path folder) {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final List<String> USUAL_KEY =
      List.of("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1");
  private static final List<String> OLD_KEY = List.of("-newkey", "rsa:2048");

  /** Creates the authority, and the key that signs the tokens of service accounts. */
  static Certificates create(Path folder) throws IOException, InterruptedException {
    var certificates = new Certificates(Files.createDirectories(folder));
    // Without this, openssl's own configuration makes an authority of every holder.
    Files.writeString(certificates.file("openssl.cnf"), "[req]\ndistinguished_name = dn\n[dn]\n");
    certificates.request(
        "ca", "/CN=quorate-lab", USUAL_KEY, List.of("basicConstraints=critical,CA:true"));
    openssl(List.of("genrsa", "-out", certificates.file("sa.key").toString(), "2048"));
    return certificates;
  }

  /** Gives a key and a certificate to a client of the API server. */
  void client(String name, String subject) throws IOException, InterruptedException {
    signed(name, subject, USUAL_KEY, List.of("extendedKeyUsage=clientAuth"));
  }

  /** Gives an RSA key: there are clients that take a key for RSA unless they are told otherwise. */
  void oldClient(String name, String subject) throws IOException, InterruptedException {
    signed(name, subject, OLD_KEY, List.of("extendedKeyUsage=clientAuth"));
  }

  /**
   * Gives a key and a certificate to a server, which is a client of its peers too.
   *
   * @param names as in {@code DNS:localhost} and {@code IP:127.0.0.1}
   */
  void server(String name, String subject, List<String> names)
      throws IOException, InterruptedException {
    signed(
        name,
        subject,
        USUAL_KEY,
        List.of(
            "extendedKeyUsage=serverAuth,clientAuth", "subjectAltName=" + String.join(",", names)));
  }

  /** Gives a kubeconfig to a client that has a certificate. */
  Path kubeconfig(String name, String server) throws IOException {
    Path file = file(name + ".kubeconfig");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        clusters:
        - {name: lab, cluster: {server: "%s", certificate-authority-data: %s}}
        users:
        - {name: %s, user: {client-certificate-data: %s, client-key-data: %s}}
        contexts:
        - {name: lab, context: {cluster: lab, user: %3$s}}
        current-context: lab
        """
            .formatted(
                server, base64("ca.crt"), name, base64(name + ".crt"), base64(name + ".key")));
    return file;
  }

  Path file(String name) {
    return folder.resolve(name);
  }

  String text(String name) throws IOException {
    return Files.readString(file(name));
  }

  private String base64(String name) throws IOException {
    return Base64.getEncoder().encodeToString(text(name).getBytes(StandardCharsets.UTF_8));
  }

  private void signed(String name, String subject, List<String> key, List<String> extensions)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(extensions);
    all.add("basicConstraints=critical,CA:false");
    request(name, subject, key, all);
  }

  private void request(String name, String subject, List<String> key, List<String> extensions)
      throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of("req", "-x509", "-nodes", "-days", "30"));
    words.addAll(key);
    words.addAll(List.of("-config", file("openssl.cnf").toString(), "-subj", subject));
    words.addAll(List.of("-keyout", file(name + ".key").toString()));
    words.addAll(List.of("-out", file(name + ".crt").toString()));
    if (!name.equals("ca")) {
      words.addAll(List.of("-CA", file("ca.crt").toString(), "-CAkey", file("ca.key").toString()));
    }
    extensions.forEach(extension -> words.addAll(List.of("-addext", extension)));
    openssl(words);
  }

  private static void openssl(List<String> words) throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of("openssl"));
    all.addAll(words);
    Command.of(all).outputWithin(LIMIT);
  }
}
