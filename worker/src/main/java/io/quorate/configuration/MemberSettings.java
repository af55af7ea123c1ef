package io.quorate.configuration;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Place;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One member, a process on this machine.
 *
 * @param binary a symbolic link that an upgrade re-points, or a file it replaces
 * @param next where a migration takes it
 */
public record MemberSettings(
    MemberName name,
    FailureDomain zone,
    URI peerUrl,
    URI clientUrl,
    Path dataDirectory,
    Path environmentFile,
    Path binary,
    ProcessFiles process,
    Optional<NextPlace> next) {

  /** The files by which a process is known that nothing supervises. */
  public record ProcessFiles(Path pidFile, Path logFile) {}

  /** The place after a migration; what is empty stays as it is. */
  public record NextPlace(
      Optional<URI> peerUrl,
      Optional<URI> clientUrl,
      Optional<Path> dataDirectory,
      Optional<FailureDomain> zone) {}

  public Place place() {
    return new Place(peerUrl.toString(), clientUrl.toString(), zone);
  }
}
