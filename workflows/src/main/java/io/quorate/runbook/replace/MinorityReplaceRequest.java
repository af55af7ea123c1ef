package io.quorate.runbook.replace;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.runbook.Options;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Request to replace members.
 *
 * @param members the members to replace; empty: all that are lost
 * @param lostByWord whether a person vouches that the data is lost
 * @param instead the ids of these members when the first plan was made; a voter with another id has
 *     been replaced
 */
public record MinorityReplaceRequest(
    List<MemberName> members, Vouched lostByWord, Map<MemberName, MemberId> instead) {
  static final String MEMBER = "member";
  static final String DATA_IS_LOST = "data-is-lost";

  /** Option that a plan writes for the rounds after it; not offered to people. */
  static final String INSTEAD_OF = "instead-of";

  /** Whether a person said that the data of the members cannot come back. */
  public enum Vouched {
    BY_NOBODY,
    BY_A_PERSON
  }

  static MinorityReplaceRequest of(Options options) {
    Map<MemberName, MemberId> instead = new TreeMap<>();
    options.byMember(INSTEAD_OF).forEach((member, id) -> instead.put(member, MemberId.parse(id)));
    return new MinorityReplaceRequest(
        options.members(MEMBER),
        options.flag(DATA_IS_LOST) ? Vouched.BY_A_PERSON : Vouched.BY_NOBODY,
        instead);
  }

  /** The options that mean this request for exactly these members and the ids they had before. */
  Map<String, List<String>> about(List<Member> chosen) {
    Map<String, List<String>> options = new TreeMap<>();
    options.put(MEMBER, chosen.stream().map(member -> member.name().value()).toList());
    List<String> pairs = new ArrayList<>();
    for (Member member : chosen) {
      wasBefore(member).ifPresent(id -> pairs.add(member.name() + "=" + id));
    }
    options.put(INSTEAD_OF, pairs);
    if (lostByWord == Vouched.BY_A_PERSON) {
      options.put(DATA_IS_LOST, List.of());
    }
    return options;
  }

  /** The id that the member had when the first plan was made; 0 when it was no voter then. */
  private Optional<MemberId> wasBefore(Member member) {
    MemberId known = instead.get(member.name());
    if (known != null) {
      return Optional.of(known);
    }
    return member.isVoter() ? member.id() : Optional.of(new MemberId(0));
  }

  /** Whether this member is the replacement of the one that was lost. */
  boolean isReplaced(Member member) {
    MemberId was = instead.get(member.name());
    return was != null && member.isVoter() && !member.hasId(was);
  }
}
