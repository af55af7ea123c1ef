package io.quorate.wire;

import java.util.List;

/**
 * Output of {@code quorate init -o json}.
 *
 * @param file the configuration that was written
 * @param members the names of the members that were found
 * @param trouble machines that could not be looked at or have no etcd, and what templates of
 *     StatefulSets do not tell, each in a sentence
 * @param unfinished whether something is left to fill in or to do before the members can be
 *     operated; the names of the approvers do not count
 */
public record InitJson(
    String file, List<String> members, List<String> trouble, boolean unfinished) {
  /** Keeps copies of the lists. */
  public InitJson {
    members = List.copyOf(members);
    trouble = List.copyOf(trouble);
  }
}
