package io.quorate.port;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataPosition;
import io.quorate.data.KeptDirectory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The data directories of one cluster's members: read, renamed, copied; never deleted. */
public interface DataDirectories {
  /**
   * The state of the data directory, with the damage that shows at the end of its log and in a few
   * pages of its database. Never throws: unreadable is an answer.
   */
  DataDirectory look(MemberName member);

  /**
   * The state of the data directory, with the damage that shows once all of it was read: before a
   * member is started on it. Takes some seconds for each GiB, and reads nothing while it runs.
   */
  DataDirectory examine(MemberName member);

  /**
   * The raft index that the log of the member has reached at least, also while its process writes
   * it. Empty where that cannot be seen; never throws.
   *
   * @param since what the log had reached before this time only is no answer: the log has grown
   *     since, and nobody saw how far
   */
  Optional<Long> loggedUpTo(MemberName member, Instant since);

  /**
   * How far the data of the member is, also while its process writes it: what is read then is at
   * most too little by what was just written. Empty where that cannot be seen; never throws.
   */
  Optional<DataPosition> position(MemberName member);

  /**
   * Bytes of the member's database and of all that it has received of one, which grow while a
   * leader sends its database to a newcomer. Empty where that cannot be seen; never throws.
   */
  Optional<Long> databaseBytes(MemberName member);

  /**
   * Renames the data directory to {@code <dir>.aside-<operation>-<old member id>}, never replacing
   * anything; where the data directory is a mount point, renames {@code member/} inside it. A
   * directory that is not there is no failure. Throws {@code Refused} while the member's process is
   * not proven absent.
   *
   * @param was the member id under which the data was used; part of the new name
   * @return where the directory is now, or a sentence that there was nothing to set aside
   */
  String setAside(MemberName member, MemberId was, Permit permit);

  /**
   * Sets the whole volume of the member aside, so that the member gets a new one when it is started
   * again; nothing is deleted. Throws {@code Refused} while the member's process is not proven
   * absent, where the member has another volume by now, and where data has no volume of its own.
   *
   * @param volume identifies the volume, as {@code Placement} does
   * @param was as in {@link #setAside}
   * @return what was done, in a sentence
   */
  default String setVolumeAside(MemberName member, String volume, MemberId was, Permit permit) {
    throw new Failure.Refused(
        "on this platform the data of %s has no volume of its own".formatted(member));
  }

  /**
   * Lists the data directories that {@link #setAside} and {@link #handOver} set aside for the
   * member, and the logs that had a directory of their own, the longest ago first. A log is found
   * beside the present place of the member's log. Throws a {@link Failure} where the host cannot be
   * looked at.
   */
  List<AsideDirectory> aside(MemberName member);

  /**
   * Directories that {@link #setAside} set aside of the member's data and that are there still,
   * with whose data it is and whether it is whole. Throws a {@link Failure} where the host cannot
   * be looked at.
   */
  List<KeptDirectory> kept(MemberName member);

  /** Directories as {@link #kept} finds them, after a full reading of their data; takes minutes. */
  default List<KeptDirectory> examineKept(MemberName member) {
    return kept(member);
  }

  /**
   * Copies the member's data to the place of another name, and compares the checksum of every file.
   * The copy gets its final name only once all checksums are equal; a copy that an earlier attempt
   * began is continued. Data that is there already has to be such a copy, else {@code Refused}:
   * nothing is overwritten. Throws {@code Refused} while a process of either place is not proven
   * absent. Takes as long as the data is large.
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

  /**
   * Renames what {@link #setAside} put away in an operation back to its place, and what is there
   * now, which a restore made, to {@code <dir>.restored-<operation>}; the log of its own as well.
   * Nothing is ever replaced. Throws {@code Refused} while the member's process is not proven
   * absent, and where that operation set nothing aside. Called again, it does what is missing.
   *
   * @param was the member id under which the data was set aside
   * @param operation that set it aside
   * @return what was renamed, or a sentence that it is done already
   */
  String putBack(MemberName member, MemberId was, String operation, Permit permit);
}
