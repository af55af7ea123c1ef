package io.quorate.port;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.workload.Installation;
import java.util.SortedMap;

/** The binaries and settings that the members of one cluster are started from. */
public interface Installations {
  /** The installed release and settings. Never throws: what could not be seen is empty. */
  Installation look(MemberName member);

  /**
   * Switches the member to a release of the configuration and to these settings: a symbolic link is
   * re-pointed, a file is replaced, both by a rename, so that nothing half written is ever started.
   * A replaced binary is kept under a name of its own, unless it was a link. May be called again.
   * Throws {@code Refused} while the member's process is not proven absent, and when the release
   * cannot be used.
   *
   * @param settings all of etcd's variables, {@code ETCD_*}, of the environment file: others are
   *     removed. All other lines stay
   */
  void switchTo(
      MemberName member, EtcdVersion version, SortedMap<String, String> settings, Permit permit);
}
