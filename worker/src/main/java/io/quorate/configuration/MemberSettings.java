package io.quorate.configuration;

import io.quorate.cluster.ConfiguredMember;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One place of a member, a process on this machine: its own, or the one where a migration takes it.
 *
 * @param name of the place: the member's own, or {@code etcd-1.next}
 * @param nextOf the member that goes to this place; empty for its own
 * @param binary a symbolic link that an upgrade re-points, or a file it replaces
 * @param next where a migration takes the member
 */
public record MemberSettings(
    MemberName name,
    Optional<MemberName> nextOf,
    FailureDomain zone,
    URI peerUrl,
    URI clientUrl,
    Path dataDirectory,
    Path environmentFile,
    Path binary,
    ProcessFiles process,
    Optional<MemberSettings> next) {

  /** The files by which a process is known that nothing supervises. */
  public record ProcessFiles(Path pidFile, Path logFile) {}

  public ConfiguredMember place() {
    return new ConfiguredMember(peerUrl.toString(), clientUrl.toString(), zone, nextOf);
  }

  /** What etcd knows the member by, wherever it is. */
  public MemberName etcdName() {
    return nextOf.orElse(name);
  }
}
