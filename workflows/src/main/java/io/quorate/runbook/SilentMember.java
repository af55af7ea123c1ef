package io.quorate.runbook;

import io.quorate.data.DataDirectory;
import io.quorate.diagnosis.VoterCondition;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/**
 * Voter that does not answer as the member it should be ({@link VoterCondition#SILENT}): the
 * trouble, and what a person can do about this trouble.
 *
 * @param finding the trouble, as a sentence
 * @param todo the action of a person, as a sentence
 */
public record SilentMember(String finding, String todo) {
  /** Returns the trouble of a silent voter. */
  public static SilentMember of(ClusterView view, Member member) {
    String seen = member.name() + " " + VoterCondition.SILENT.sentence(view, member) + ".";
    if (member.status().isPresent()) {
      return new SilentMember(
          seen,
          "Mend the client URL of "
              + member.name()
              + "; stop what answers there only if no member.");
    }
    return stopped(view, member)
        .orElseGet(
            () ->
                new SilentMember(
                    seen,
                    member.workload().isRestarting()
                        ? "Read the log of " + member.name() + "; mend its start or its mount."
                        : notSeen(member)));
  }

  /** The trouble of a voter that is stopped on data that is not known to be its own. */
  private static Optional<SilentMember> stopped(ClusterView view, Member member) {
    if (!member.workload().provenAbsent()) {
      return Optional.empty();
    }
    return view.strangerIn(member)
        .map(
            owner ->
                new SilentMember(
                    member.name()
                        + " is stopped, and its data directory holds the data of "
                        + owner
                        + ".",
                    "Put the data of " + member.name() + " back; delete nothing."))
        .or(
            () ->
                member
                    .data()
                    .doubt()
                    .map(
                        doubt ->
                            new SilentMember(
                                member.name() + " is stopped, and its start is in doubt.",
                                "Mend " + member.name() + ": " + doubt + ".")));
  }

  private static String notSeen(Member member) {
    return member.workload().provenAbsent()
            && member.data().state() == DataDirectory.State.UNREADABLE
        ? "Make the data of " + member.name() + " readable."
        : "Look at " + member.words().placeOf(member.name()) + " and at the network.";
  }
}
