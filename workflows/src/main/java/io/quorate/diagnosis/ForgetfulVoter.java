package io.quorate.diagnosis;

import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.Optional;

/**
 * An etcd that runs as a voter and does not have what the voter acknowledged: begun empty in its
 * directory or in another one, under its name, id and addresses. Together with a voter that is
 * behind it can elect a leader that lacks acknowledged writes (docs/etcd.md#n-03), so nobody is
 * started beside it.
 *
 * @param why what was seen of it, in a clause that follows the voter's name
 */
public record ForgetfulVoter(Member voter, String why) {
  /** The first one that is seen; empty where none is. */
  public static Optional<ForgetfulVoter> in(ClusterView view) {
    return view.voters().stream().flatMap(voter -> of(view, voter).stream()).findFirst();
  }

  private static Optional<ForgetfulVoter> of(ClusterView view, Member voter) {
    return Optional.of(Return.of(view, voter))
        .filter(Return.FORGETFUL::equals)
        .map(how -> how.sentence(view, voter))
        .or(() -> stray(view, voter))
        .map(why -> new ForgetfulVoter(voter, why));
  }

  /**
   * An etcd of this cluster at the listed peer URL of a voter whose own process is proven not to
   * run, or in whose place another one was seen. Where it is only not known what runs there, it may
   * well be the member.
   */
  private static Optional<String> stray(ClusterView view, Member voter) {
    boolean other = voter.workload().provenAbsent() || voter.workload().hasStranger();
    return voter
        .peerUrlAnswer()
        .filter(answer -> other && voter.status().isEmpty() && !isAtItsNextPlace(view, voter))
        .filter(answer -> answer.cluster().isPresent())
        .filter(answer -> answer.cluster().equals(view.clusterId()))
        .map(PeerUrlAnswer::url)
        .map(
            url ->
                "is not known to run (%s), and an etcd of this cluster answers at its peer URL %s"
                    .formatted(voter.workload().evidence(), url));
  }

  /** Whether a place that the member migrates to runs: it may be at the same URL. */
  private static boolean isAtItsNextPlace(ClusterView view, Member voter) {
    return view.members().stream()
        .filter(place -> place.workload().runs())
        .flatMap(place -> place.configured().stream())
        .flatMap(place -> place.nextOf().stream())
        .anyMatch(voter.name()::equals);
  }

  /** Says what was seen, and why no member is started. */
  public String sentence() {
    return "%1$s %2$s. It may vote without what %1$s acknowledged, so nobody is started beside it."
        .formatted(voter.name(), why);
  }
}
