package io.quorate.lab.fleet;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * Certificate of all members of a fleet, which is its own authority. It is for names below {@link
 * #DOMAIN}, because a certificate for each address of a fleet would not fit into a handshake.
 */
public record FleetCertificate(Path certificate, Path key) {
  /** The name of a member is its address with dashes, below this domain. */
  public static final String DOMAIN = ".fleet.test";

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration FIVE_DAYS = Duration.ofDays(5);

  /** How openssl writes a time. */
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  /** A new authority, because {@code openssl req} makes no certificate that is old already. */
  private static final String AUTHORITY =
      """
      [ca]
      default_ca = fleet
      [fleet]
      database = index.txt
      new_certs_dir = .
      rand_serial = yes
      default_md = sha256
      policy = names
      x509_extensions = fleet_extensions
      [names]
      commonName = supplied
      [fleet_extensions]
      basicConstraints = CA:TRUE
      subjectAltName = DNS:*%s
      """
          .formatted(DOMAIN);

  /** Makes a new certificate of five days with openssl in this directory. */
  public static FleetCertificate make(Path directory) throws IOException, InterruptedException {
    return make(directory, Duration.ZERO);
  }

  /**
   * Makes a certificate that is of this age, and ends in five days, with openssl in this directory.
   */
  public static FleetCertificate make(Path directory, Duration age)
      throws IOException, InterruptedException {
    var made = new FleetCertificate(directory.resolve("fleet.crt"), directory.resolve("fleet.key"));
    Files.writeString(directory.resolve("fleet.cnf"), AUTHORITY);
    Files.writeString(directory.resolve("index.txt"), "");
    openssl(
        directory,
        "req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=fleet"
            + " -keyout fleet.key -out fleet.csr");
    Instant now = Instant.now();
    openssl(
        directory,
        "ca -batch -notext -selfsign -config fleet.cnf -keyfile fleet.key -in fleet.csr"
            + " -out fleet.crt -startdate %s -enddate %s"
                .formatted(TIME.format(now.minus(age)), TIME.format(now.plus(FIVE_DAYS))));
    return made;
  }

  private static void openssl(Path directory, String words)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("openssl"));
    all.addAll(List.of(words.split(" ")));
    Command.of(all).in(directory).outputWithin(LIMIT);
  }
}
