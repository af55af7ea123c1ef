package io.quorate.playground.operated;

import io.quorate.lab.kubernetes.EtcdCertificates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Demands of members on their clients.
 *
 * @param certificates of clients, where members speak TLS
 * @param user as {@code NAME:PASSWORD}, where authentication is on
 */
public record Access(Optional<EtcdCertificates> certificates, Optional<String> user) {
  /** Plain text for everybody. */
  public static final Access OPEN = new Access(Optional.empty(), Optional.empty());

  /** The scheme of the URLs of members. */
  public String scheme() {
    return certificates.isPresent() ? "https" : "http";
  }

  /** Returns the options of etcdctl for a client that logs in. */
  public List<String> etcdctl() {
    List<String> options = withoutUser();
    user.ifPresent(one -> options.add("--user=" + one));
    return options;
  }

  /** Returns the options of etcdctl for a client that does not log in. */
  public List<String> withoutUser() {
    List<String> options = new ArrayList<>();
    certificates.ifPresent(
        files -> {
          options.add("--cacert=" + files.authority());
          options.add("--cert=" + files.certificate());
          options.add("--key=" + files.key());
        });
    return options;
  }

  /** Returns the options of a Java whose HTTP client is let in; its keys go to this folder. */
  List<String> java(Path folder) throws IOException, InterruptedException {
    if (certificates.isEmpty()) {
      return List.of();
    }
    Path keys = certificates.get().forJava(folder.resolve("client.p12"));
    return List.of(
        "-Djavax.net.ssl.keyStore=" + keys,
        "-Djavax.net.ssl.keyStorePassword=" + EtcdCertificates.PASSWORD,
        "-Djavax.net.ssl.trustStore=" + keys,
        "-Djavax.net.ssl.trustStorePassword=" + EtcdCertificates.PASSWORD);
  }
}
