package io.quorate.port;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Installation;
import io.quorate.cluster.MemberName;
import java.util.SortedMap;

/** What the members of one cluster are started from: their binaries and their settings. */
public interface Installations {
  /** What is there. Never throws: what could not be seen is empty. */
  Installation look(MemberName member);

  /**
   * Makes the member's binary that of a release of the configuration, and its settings these: a
   * symbolic link is re-pointed, a file replaced, both by a rename, so that nothing half done is
   * ever started. The binary that was there is kept, under a name of its own, unless it was a link.
   * May be called again. Refused while the member's process is not proven absent, and when the
   * release cannot be used.
   *
   * @param settings all of etcd's variables, {@code ETCD_*}, in the environment file: those that
   *     are not among them go. All other lines stay
   */
  void switchTo(
      MemberName member, EtcdVersion version, SortedMap<String, String> settings, Permit permit);
}
