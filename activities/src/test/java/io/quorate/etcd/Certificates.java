package io.quorate.etcd;

import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Three CAs and what they signed, right and wrong, made with openssl. All leaves have one key, so
 * that a server is given another certificate by one file.
 */
record Certificates(Path folder) {
  private static final String OURS = "extendedKeyUsage=clientAuth";
  private static final String THEIRS = "extendedKeyUsage=serverAuth,clientAuth\nsubjectAltName=";
  private static final String HERE = THEIRS + "IP:127.0.0.1";
  private static final int VALID = 2;
  private static final int EXPIRED = -1;

  static Certificates make(Path folder) throws IOException, InterruptedException {
    var made = new Certificates(folder);
    made.key("leaf");
    made.authority("ca", "test-ca");
    made.authority("other-ca", "other-ca");
    made.authority("namesake-ca", "test-ca");
    made.sign("server", "ca", HERE, VALID);
    made.sign("server-expired", "ca", HERE, EXPIRED);
    made.sign("server-elsewhere", "ca", THEIRS + "DNS:elsewhere", VALID);
    made.sign("server-of-other-ca", "other-ca", HERE, VALID);
    made.sign("server-of-namesake-ca", "namesake-ca", HERE, VALID);
    made.sign("client", "ca", OURS, VALID);
    made.sign("root", "ca", OURS, VALID);
    made.sign("client-expired", "ca", OURS, EXPIRED);
    made.sign("client-of-other-ca", "other-ca", OURS, VALID);
    made.sign("client-of-namesake-ca", "namesake-ca", OURS, VALID);
    made.serve("server");
    return made;
  }

  /** Servers that let in only who has a certificate of the CA; their peers are without TLS. */
  EtcdSettings servers() {
    return new EtcdSettings(
        Map.of(
            "ETCD_CERT_FILE", file("served.crt").toString(),
            "ETCD_KEY_FILE", file("leaf.key").toString(),
            "ETCD_TRUSTED_CA_FILE", file("ca.crt").toString(),
            "ETCD_CLIENT_CERT_AUTH", "true"),
        Map.of(
            "ETCDCTL_CACERT", file("ca.crt").toString(),
            "ETCDCTL_CERT", file("root.crt").toString(),
            "ETCDCTL_KEY", file("leaf.key").toString()));
  }

  /** The same, whose peers are only let in with a certificate of this CA: ca or other-ca. */
  EtcdSettings serversWithPeersOf(String ca) {
    String leaf = ca.equals("ca") ? "server" : "server-of-" + ca;
    EtcdSettings servers = servers();
    Map<String, String> member = new HashMap<>(servers.member());
    member.put("ETCD_PEER_CERT_FILE", file(leaf + ".crt").toString());
    member.put("ETCD_PEER_KEY_FILE", file("leaf.key").toString());
    member.put("ETCD_PEER_TRUSTED_CA_FILE", file(ca + ".crt").toString());
    member.put("ETCD_PEER_CLIENT_CERT_AUTH", "true");
    return new EtcdSettings(member, servers.client());
  }

  /** Gives the servers another certificate; etcd reads it at the next handshake. */
  void serve(String name) throws IOException {
    Path fresh = Files.copy(file(name + ".crt"), file("served.new"));
    Files.move(fresh, file("served.crt"), StandardCopyOption.ATOMIC_MOVE);
  }

  /** With a certificate of ours, trusting the right CA. */
  Tls with(String name) {
    return new Tls(
        Optional.of(file("ca.crt")),
        Optional.of(file(name + ".crt")),
        Optional.of(file("leaf.key")));
  }

  /** With the right certificate of ours, trusting this CA. */
  Tls trusting(String ca) {
    return new Tls(
        Optional.of(file(ca + ".crt")),
        Optional.of(file("client.crt")),
        Optional.of(file("leaf.key")));
  }

  /** For peers of other-ca: its certificate, and it is trusted. */
  Tls ofOtherPeers() {
    return new Tls(
        Optional.of(file("other-ca.crt")),
        Optional.of(file("client-of-other-ca.crt")),
        Optional.of(file("leaf.key")));
  }

  Tls withoutCertificate() {
    return new Tls(Optional.of(file("ca.crt")), Optional.empty(), Optional.empty());
  }

  private void authority(String name, String subject) throws IOException, InterruptedException {
    key(name);
    openssl("req -x509 -new -days 2 -subj /CN=" + subject + " -key " + name + ".key", name);
  }

  private void sign(String name, String ca, String extensions, int days)
      throws IOException, InterruptedException {
    Files.writeString(file(name + ".ext"), extensions);
    Path request = file(name + ".csr");
    run("req -new -key leaf.key -subj /CN=" + name + " -out " + request);
    openssl(
        "x509 -req -CAcreateserial -days %d -CA %s.crt -CAkey %s.key -extfile %s.ext -in %s"
            .formatted(days, ca, ca, name, request),
        name);
  }

  private void key(String name) throws IOException, InterruptedException {
    run("genpkey -algorithm EC -pkeyopt ec_paramgen_curve:prime256v1 -out " + name + ".key");
  }

  private void openssl(String words, String certificate) throws IOException, InterruptedException {
    run(words + " -out " + certificate + ".crt");
  }

  private void run(String words) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("openssl"));
    all.addAll(List.of(words.split(" ")));
    var finished = Command.of(all).in(folder).run(Duration.ofSeconds(30));
    if (!finished.succeeded()) {
      throw new IOException("openssl " + words + ": " + finished.output());
    }
  }

  private Path file(String name) {
    return folder.resolve(name);
  }
}
