package io.quorate.port;

import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;

/**
 * The data directories of one cluster's members, seen from outside; never opened, never deleted.
 */
public interface DataDirectories {
  /** What is there. Never throws: unreadable is an answer. */
  DataDirectory look(MemberName member);

  /**
   * Renames the data directory to {@code <dir>.aside-<operation>-<old member id>}, never replacing
   * anything; where it is a mount point, {@code member/} inside it is. Nothing there is no failure.
   * Refused while the member's process is not proven absent.
   *
   * @param was the member id under which the data was used; part of the new name
   * @return where it is now, or a sentence that there was nothing to set aside
   */
  String setAside(MemberName member, MemberId was, Permit permit);
}
