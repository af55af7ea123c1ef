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
 * What an executor may use to collect evidence that takes longer than a permit lasts. It holds no
 * permit, so nothing can be changed here.
 *
 * @param view the view on which the guard allowed the step for the time being
 */
public record Preparation(ClusterPorts ports, ClusterView view, Attempt attempt) {
  private static final Duration UNTIL_IDLE = Duration.ofSeconds(2);

  /**
   * Compares these voters and returns the revision at which their data is equal. Throws when it
   * differs.
   */
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
