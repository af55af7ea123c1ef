package io.quorate.view;

import io.quorate.cluster.MemberName;
import java.util.List;
import java.util.Map;

/**
 * Jump hosts on the ways to the hosts of members, as the configuration names them; a member that is
 * missing is reached without any.
 */
public record JumpHosts(Map<MemberName, List<String>> byMember) {
  /** No member is reached over another host. */
  public static final JumpHosts NONE = new JumpHosts(Map.of());

  public JumpHosts {
    byMember = Map.copyOf(byMember);
  }

  List<String> of(MemberName member) {
    return byMember.getOrDefault(member, List.of());
  }
}
