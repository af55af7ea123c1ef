package io.quorate.lab.fleet;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Certificate of all members of a fleet, which is its own authority. It is for names below {@link
 * #DOMAIN}, because a certificate for each address of a fleet would not fit into a handshake.
 */
public record FleetCertificate(Path certificate, Path key) {
  /** The name of a member is its address with dashes, below this domain. */
  public static final String DOMAIN = ".fleet.test";

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Makes the certificate with openssl in this directory. */
  public static FleetCertificate make(Path directory) throws IOException, InterruptedException {
    var made = new FleetCertificate(directory.resolve("fleet.crt"), directory.resolve("fleet.key"));
    Command.of(
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
            "-days",
            "5",
            "-subj",
            "/CN=fleet",
            "-addext",
            "subjectAltName=DNS:*" + DOMAIN,
            "-keyout",
            made.key.toString(),
            "-out",
            made.certificate.toString())
        .outputWithin(LIMIT);
    return made;
  }
}
