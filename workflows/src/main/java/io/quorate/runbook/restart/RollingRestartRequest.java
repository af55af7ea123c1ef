package io.quorate.runbook.restart;

import io.quorate.cluster.MemberName;
import io.quorate.runbook.Options;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Run;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Request to restart members.
 *
 * @param members the members to restart; empty: all voters
 * @param before the run of each member's process when the first plan was made; a voting member in
 *     another run has been restarted
 */
public record RollingRestartRequest(List<MemberName> members, Map<MemberName, String> before) {
  static final String MEMBER = "member";

  /** Option that a plan writes for the rounds after it; not offered to people. */
  static final String INSTEAD_OF_RUN = "instead-of-run";

  static RollingRestartRequest of(Options options) {
    return new RollingRestartRequest(options.members(MEMBER), options.byMember(INSTEAD_OF_RUN));
  }

  /** The voters that were not restarted yet. */
  List<Member> left(ClusterView view) {
    return view.voters().stream()
        .filter(voter -> members.isEmpty() || members.contains(voter.name()))
        .filter(voter -> !(isRestarted(voter) && view.isVoting(voter)))
        .toList();
  }

  private boolean isRestarted(Member member) {
    String was = before.get(member.name());
    return was != null && member.workload().run().filter(run -> !run.id().equals(was)).isPresent();
  }

  /** The options that mean this request, with the runs of the first plan, else the present runs. */
  Map<String, List<String>> about(ClusterView view) {
    Map<MemberName, String> runs = new TreeMap<>(before);
    List<Member> chosen =
        view.voters().stream()
            .filter(voter -> members.isEmpty() || members.contains(voter.name()))
            .toList();
    chosen.forEach(
        voter ->
            runs.putIfAbsent(voter.name(), voter.workload().run().map(Run::id).orElse("none")));
    Map<String, List<String>> options = new TreeMap<>();
    options.put(MEMBER, chosen.stream().map(member -> member.name().value()).toList());
    options.put(
        INSTEAD_OF_RUN,
        runs.entrySet().stream().map(run -> run.getKey() + "=" + run.getValue()).toList());
    return options;
  }
}
