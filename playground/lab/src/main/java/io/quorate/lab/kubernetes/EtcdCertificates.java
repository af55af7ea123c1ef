package io.quorate.lab.kubernetes;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Files with the certificates of members, which are good for clients too.
 *
 * @param authority that signed the certificate
 */
public record EtcdCertificates(Path authority, Path certificate, Path key) {
  /** Opens the file {@link #forJava}. */
  public static final String PASSWORD = "quorate-lab";

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Writes a file in which Java finds the key of a client and the authority to trust. */
  public Path forJava(Path file) throws IOException, InterruptedException {
    Command.of(
            "openssl",
            "pkcs12",
            "-export",
            "-in",
            certificate.toString(),
            "-inkey",
            key.toString(),
            "-out",
            file.toString(),
            "-passout",
            "pass:" + PASSWORD)
        .outputWithin(LIMIT);
    Command.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-importcert",
            "-noprompt",
            "-alias",
            "authority",
            "-file",
            authority.toString(),
            "-keystore",
            file.toString(),
            "-storepass",
            PASSWORD)
        .outputWithin(LIMIT);
    return file;
  }
}
