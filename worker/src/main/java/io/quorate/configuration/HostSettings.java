package io.quorate.configuration;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The machine that a member runs on. */
public sealed interface HostSettings {
  /** What tells the machine from others, so that one path on two machines is no conflict. */
  String key();

  /** Whether its files can be read as files of this machine. */
  default boolean isThisMachine() {
    return this instanceof Local;
  }

  /** The machine that Quorate runs on. */
  record Local() implements HostSettings {
    @Override
    public String key() {
      return "";
    }
  }

  /**
   * A machine that is reached over SSH.
   *
   * @param address a name, an IPv4 or an IPv6 address
   * @param port 1 to 65535
   * @param user who logs in
   * @param identityFile a private key without a passphrase; empty: the keys of the agent, then
   *     those in {@code ~/.ssh}
   * @param knownHosts the file with the host keys; empty: {@code ~/.ssh/known_hosts}
   * @param jump hosts to go through, the nearest first, each {@code [user@]host[:port]}
   * @param sudo whether scripts run as root through {@code sudo -n}
   */
  record Ssh(
      String address,
      int port,
      String user,
      Optional<Path> identityFile,
      Optional<Path> knownHosts,
      List<String> jump,
      boolean sudo)
      implements HostSettings {
    /** Keeps a copy of the list. */
    public Ssh {
      jump = List.copyOf(jump);
    }

    @Override
    public String key() {
      return address + ":" + port + ":";
    }
  }
}
