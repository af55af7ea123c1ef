package io.quorate.hosts;

import io.quorate.cluster.EtcdVersion;
import java.util.Optional;

/**
 * The answer of a program.
 *
 * @param problem why the program cannot be used as etcd here; a version may be known all the same
 */
record ProgramVersion(Optional<EtcdVersion> version, Optional<String> problem) {
  static ProgramVersion version(EtcdVersion version) {
    return new ProgramVersion(Optional.of(version), Optional.empty());
  }

  static ProgramVersion nothing(String problem) {
    return new ProgramVersion(Optional.empty(), Optional.of(problem));
  }
}
