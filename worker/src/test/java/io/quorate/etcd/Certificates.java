package io.quorate.etcd;

import io.quorate.playground.machine.Command;
import io.quorate.playground.servers.EtcdSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A CA, and what it signed for 127.0.0.1 and for a client, made with openssl. */
record Certificates(Path folder) {
  static Certificates make(Path folder) throws IOException, InterruptedException {
    var made = new Certificates(folder);
    made.openssl("req -x509 -subj /CN=test-ca -days 2 -keyout ca.key -out ca.crt");
    made.sign("server", "subjectAltName=IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth");
    made.sign("client", "extendedKeyUsage=clientAuth");
    return made;
  }

  /** Servers that let in only who has a certificate of this CA. */
  EtcdSettings servers() {
    return new EtcdSettings(
        Map.of(
            "ETCD_CERT_FILE", file("server.crt").toString(),
            "ETCD_KEY_FILE", file("server.key").toString(),
            "ETCD_TRUSTED_CA_FILE", file("ca.crt").toString(),
            "ETCD_CLIENT_CERT_AUTH", "true"),
        Map.of(
            "ETCDCTL_CACERT", file("ca.crt").toString(),
            "ETCDCTL_CERT", file("client.crt").toString(),
            "ETCDCTL_KEY", file("client.key").toString()));
  }

  Tls client() {
    return new Tls(
        Optional.of(file("ca.crt")),
        Optional.of(file("client.crt")),
        Optional.of(file("client.key")));
  }

  Tls withoutCertificate() {
    return new Tls(Optional.of(file("ca.crt")), Optional.empty(), Optional.empty());
  }

  private void sign(String name, String extensions) throws IOException, InterruptedException {
    Files.writeString(file(name + ".ext"), extensions);
    openssl("req -subj /CN=" + name + " -keyout " + name + ".key -out " + name + ".csr");
    openssl(
        "x509 -req -days 2 -CA ca.crt -CAkey ca.key -CAcreateserial -extfile "
            + (name + ".ext -in " + name + ".csr -out " + name + ".crt"));
  }

  private void openssl(String words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("openssl"));
    all.addAll(List.of(words.split(" ")));
    if (words.startsWith("req")) {
      all.addAll(List.of("-newkey", "rsa:2048", "-nodes"));
    }
    var finished = Command.of(all).in(folder).run(Duration.ofSeconds(30));
    if (!finished.succeeded()) {
      throw new IOException("openssl " + words + ": " + finished.output());
    }
  }

  private Path file(String name) {
    return folder.resolve(name);
  }
}
