package io.quorate.step;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import java.util.Locale;
import java.util.Optional;

/** Preconditions that several steps share, each with its sentence. */
final class Rules {
  private Rules() {}

  /** Whether a member can start empty in it. */
  static boolean nothingThere(DataDirectory.State state) {
    return switch (state) {
      case ABSENT, EMPTY -> true;
      case PARTIAL, PRESENT, UNREADABLE -> false;
    };
  }

  static String word(DataDirectory.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** Files and membership of a member are touched only while no process of it can run. */
  static Verdict processAbsent(ClusterView view, MemberName name) {
    Optional<Member> member = view.member(name);
    if (member.isEmpty()) {
      return new Verdict.Refused(name + " is neither configured nor in the membership");
    }
    if (member.get().workload().provenAbsent()) {
      return Verdict.PROCEED;
    }
    return new Verdict.Refused(
        "the process of "
            + name
            + " is not proven gone ("
            + member.get().workload().evidence()
            + "); look at its host");
  }
}
