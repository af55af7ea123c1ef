package io.quorate.step;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits until a voter that was started with this etcd takes part in the quorum again, by the rule
 * of {@link AwaitVoting}. Health pages are no proof: they were green on a member whose every call
 * failed (docs/etcd.md#n-26, #traps-of-a-downgrade).
 */
public record AwaitRelease(MemberName member, EtcdVersion version) implements ActivityStep {
  @Override
  public String sentence() {
    return "Wait until " + member + " votes with etcd " + version + " and is in sync";
  }

  @Override
  public Hazard hazard() {
    return Hazard.OBSERVES;
  }

  @Override
  public Budget budget() {
    return new Budget(Duration.ofHours(1), 40);
  }

  @Override
  public ClusterView project(ClusterView view) {
    return view.projected().running(member, version);
  }

  @Override
  public Verdict mayRun(ClusterView view) {
    Optional<Member> seen = view.member(member).filter(view::isVoting);
    if (seen.isEmpty()) {
      return new Verdict.NotYet(member + " does not vote yet");
    }
    EtcdVersion runs = seen.flatMap(Member::status).map(MemberStatus::version).orElseThrow();
    return runs.equals(version)
        ? Verdict.PROCEED
        : new Verdict.Changed(member + " runs etcd " + runs + ", not " + version + ".");
  }
}
