package io.quorate.runbook.repair;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.runbook.Options;
import io.quorate.step.Removals.ExpelMember.Lineage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Request to repair a member with other data.
 *
 * @param member the member to repair; empty: whichever differs
 * @param lineage whether a person vouches that the data comes from no restore and no wipe
 * @param odd the member that the first plan found to differ, with the id it had; once it is stopped
 *     it cannot be compared any more
 */
record RepairCorruptMemberRequest(
    Optional<MemberName> member, Lineage lineage, Map<MemberName, MemberId> odd) {
  static final String NAME = "repair-corrupt-member";
  static final String MEMBER = "member";
  static final String NEVER_RESTORED = "never-restored";

  /** Option that a plan writes for the rounds after it; not offered to people. */
  private static final String ODD = "odd";

  static RepairCorruptMemberRequest of(Options options) {
    List<MemberName> named = options.members(MEMBER);
    if (named.size() > 1) {
      throw new IllegalArgumentException(
          "say one member at most: where two differ, a person has to decide");
    }
    Map<MemberName, MemberId> odd = new TreeMap<>();
    options.byMember(ODD).forEach((member, id) -> odd.put(member, MemberId.parse(id)));
    return new RepairCorruptMemberRequest(
        named.stream().findFirst(),
        options.flag(NEVER_RESTORED) ? Lineage.VOUCHED_FOR : Lineage.UNKNOWN,
        odd);
  }

  /** The options that mean this request, with the member that is known to differ. */
  Map<String, List<String>> about(Map<MemberName, MemberId> known) {
    Map<String, List<String>> options = new TreeMap<>();
    member.ifPresent(name -> options.put(MEMBER, List.of(name.value())));
    if (lineage == Lineage.VOUCHED_FOR) {
      options.put(NEVER_RESTORED, List.of());
    }
    options.put(
        ODD, known.entrySet().stream().map(one -> one.getKey() + "=" + one.getValue()).toList());
    return options;
  }
}
