package io.quorate.cluster;

import java.util.List;

/**
 * A member list as it was read.
 *
 * @param through the member that answered with it
 */
public record MembershipList(
    MembershipSource source, MemberName through, List<MembershipEntry> entries) {
  public MembershipList {
    entries = List.copyOf(entries);
  }
}
