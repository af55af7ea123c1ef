package io.quorate.cluster;

import java.util.List;

/**
 * The membership as it was read.
 *
 * @param through the member that gave it
 */
public record MembershipList(
    MembershipSource source, MemberName through, List<MembershipEntry> entries) {
  public MembershipList {
    entries = List.copyOf(entries);
  }
}
