package io.quorate.execution;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.cluster.Revision;
import io.quorate.observation.Comparing;
import io.quorate.observation.Polling;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import java.time.Duration;
import java.util.List;

/**
 * What a step executor has at hand to find something out that takes longer than a permit is good
 * for. There is no permit among it: nothing can be changed here.
 *
 * @param view on which the guard said that the step may run, for the time being
 */
public record Preparation(ClusterPorts ports, ClusterView view, Attempt attempt) {
  private static final Duration UNTIL_IDLE = Duration.ofSeconds(2);

  /** Throws unless these voters have the same data; says at which revision they have. */
  Revision requireEqualData(List<Member> voters) {
    attempt.progress("comparing the data of " + voters.size() + " voters");
    Polling polling = new Polling(UNTIL_IDLE, System::nanoTime, this::pause);
    return Comparing.patiently(ports.storage(), polling).requireEqual(voters);
  }

  private void pause(Duration time) {
    if (attempt.isOver()) {
      throw new Failure.Transient("this attempt is over");
    }
    Polling.sleep(time);
  }
}
