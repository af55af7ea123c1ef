package io.quorate.wire;

import java.util.List;

/**
 * Output of {@code quorate init -o json}.
 *
 * @param file the configuration that was written
 * @param members the names of the members that were found
 * @param trouble machines that could not be looked at, or have no etcd, each in a sentence
 */
public record InitJson(String file, List<String> members, List<String> trouble) {
  /** Keeps copies of the lists. */
  public InitJson {
    members = List.copyOf(members);
    trouble = List.copyOf(trouble);
  }
}
