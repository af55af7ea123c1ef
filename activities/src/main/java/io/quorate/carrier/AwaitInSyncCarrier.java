package io.quorate.carrier;

import io.quorate.cluster.Answer;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.port.Failure;
import io.quorate.step.AwaitInSync;
import io.quorate.step.AwaitInSync.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Takes samples of leader and learner until the rule of the step is met. */
final class AwaitInSyncCarrier implements Carrier<AwaitInSync> {
  @Override
  public Class<AwaitInSync> step() {
    return AwaitInSync.class;
  }

  @Override
  public Optional<String> carry(AwaitInSync step, Act act) {
    List<Sample> samples = new ArrayList<>();
    while (true) {
      Sample sample = sample(step, act);
      samples.add(sample);
      act.attempt().progress(progress(step, sample));
      if (AwaitInSync.inSync(samples)) {
        return Optional.of(
            String.format(
                Locale.ROOT,
                "%s is %,d entries behind the leader in %d looks",
                step.member(),
                sample.behind(),
                AwaitInSync.SAMPLES));
      }
      act.pause(AwaitInSync.BETWEEN);
    }
  }

  private static Sample sample(AwaitInSync step, Act act) {
    ClusterView view = act.lookAgain();
    Answer leader =
        view.leader()
            .flatMap(Member::answer)
            .orElseThrow(() -> new Failure.NotYet("there is no leader at this moment"));
    Answer learner =
        view.member(step.member())
            .filter(view::isLive)
            .flatMap(Member::answer)
            .orElseThrow(() -> new Failure.NotYet(step.member() + " does not answer"));
    boolean applying = act.ports().maintenance().peers(step.member()).applyingSnapshot();
    return new Sample(leader.raftIndex(), learner.raftAppliedIndex(), applying);
  }

  private static String progress(AwaitInSync step, Sample sample) {
    long percent =
        sample.leaderIndex() == 0 ? 100 : 100 * sample.appliedIndex() / sample.leaderIndex();
    return step.member()
        + " in sync: "
        + Math.min(100, percent)
        + " %"
        + (sample.applyingSnapshot() ? ", applying a raft snapshot" : "");
  }
}
