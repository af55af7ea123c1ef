package io.quorate.playground;

import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The certificate that peers show each other, one for all, of a CA made with openssl. Clients of
 * the members speak without TLS.
 */
record PeerCertificates(Path folder) {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int DAYS = 2;

  static PeerCertificates make(Path folder) throws IOException, InterruptedException {
    var made = new PeerCertificates(folder);
    made.key("ca");
    made.key("peer");
    made.openssl("req -x509 -new -days 2 -subj /CN=peers -key ca.key -out ca.crt");
    made.openssl("req -new -key peer.key -subj /CN=peer -out peer.csr");
    Files.writeString(
        folder.resolve("peer.ext"),
        "extendedKeyUsage=serverAuth,clientAuth\nsubjectAltName=IP:127.0.0.1");
    made.sign("valid.crt", DAYS);
    made.sign("expired.crt", -1);
    made.renew();
    return made;
  }

  EtcdSettings settings() {
    return EtcdSettings.plain()
        .with("ETCD_PEER_CERT_FILE", file().toString())
        .with("ETCD_PEER_KEY_FILE", folder.resolve("peer.key").toString())
        .with("ETCD_PEER_TRUSTED_CA_FILE", folder.resolve("ca.crt").toString())
        .with("ETCD_PEER_CLIENT_CERT_AUTH", "true");
  }

  /** The file that the members read at every handshake. */
  Path file() {
    return folder.resolve("peer.crt");
  }

  void expire() throws IOException {
    put("expired.crt");
  }

  void renew() throws IOException {
    put("valid.crt");
  }

  private void put(String name) throws IOException {
    Path fresh = Files.copy(folder.resolve(name), folder.resolve("peer.new"));
    Files.move(fresh, file(), StandardCopyOption.ATOMIC_MOVE);
  }

  private void key(String name) throws IOException, InterruptedException {
    openssl("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out " + name + ".key");
  }

  private void sign(String name, int days) throws IOException, InterruptedException {
    openssl(
        "x509 -req -CAcreateserial -days %d -CA ca.crt -CAkey ca.key -extfile peer.ext -in peer.csr"
                .formatted(days)
            + " -out "
            + name);
  }

  private void openssl(String words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("openssl"));
    all.addAll(List.of(words.split(" ")));
    Command.Finished ended = Command.of(all).in(folder).run(LIMIT);
    if (!ended.succeeded()) {
      throw new IOException("openssl " + words + ": " + ended.output());
    }
  }
}
