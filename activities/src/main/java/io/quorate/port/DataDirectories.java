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

  /**
   * Copies the member's data to the place of another name, and compares the checksum of every file.
   * It is there under its own name only once all are equal; what an earlier attempt copied is gone
   * on with. Data that is there already has to be such a copy, else {@code Refused}: nothing is
   * overwritten. Refused while a process of either place is not proven absent. Takes as long as the
   * data is large.
   *
   * @return how much was copied, in a sentence
   */
  String copy(MemberName member, MemberName to, Permit permit);

  /**
   * Renames the member's data directory as {@link #setAside} does, and marks the place of the other
   * name as the one that took over; refused unless the copy there is of the data as it is now.
   * Called again, it finishes what is missing.
   *
   * @return where the old directory is now
   */
  String handOver(MemberName member, MemberName to, MemberId id, Permit permit);
}
