package io.quorate.execution;

import io.quorate.cluster.ClusterRecord;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Note in the record of the cluster which operation changes it, right before each change. Of two
 * writers the record takes one first, and the other sees it.
 *
 * @param installation which Temporal namespace carries the operation out
 */
record Claim(String installation, String operation, Instant now) {
  private static final Logger LOG = LoggerFactory.getLogger(Claim.class);

  /**
   * Notes the operation. Throws {@link Failure.Refused} when another operation changed the cluster
   * after it, and {@link Failure.NotYet} while one of another installation does. A record that
   * cannot be written keeps no recovery from going on.
   */
  void make(ClusterPorts ports) {
    var over = new AtomicReference<Optional<String>>(Optional.empty());
    var held = new AtomicReference<Optional<String>>(Optional.empty());
    try {
      ports
          .records()
          .ifPresent(
              records ->
                  records.note(
                      ports.cluster(),
                      known -> {
                        over.set(known.over(operation));
                        held.set(known.heldByAnother(operation, installation, now));
                        return over.get().or(held::get).isPresent() ? known : noted(known);
                      }));
    } catch (Failure unwritten) {
      LOG.warn(
          "that {} changes {} is not in the record: {}",
          operation,
          ports.cluster(),
          unwritten.getMessage());
    }
    over.get().ifPresent(why -> refuse(why));
    held.get()
        .ifPresent(
            why -> {
              throw new Failure.NotYet(why);
            });
  }

  private ClusterRecord noted(ClusterRecord known) {
    return known.changing(operation, installation, now);
  }

  private static void refuse(String why) {
    throw new Failure.Refused(why);
  }
}
