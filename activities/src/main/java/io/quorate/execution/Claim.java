package io.quorate.execution;

import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.record.ClusterRecord;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Note in the record of the cluster that says which operation changes the cluster. Quorate writes
 * the note right before each change, and again during a long change. Of two writers the record
 * takes one first, and the other sees the note.
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
    noted(ports)
        .flatMap(this::objection)
        .ifPresent(
            why -> {
              throw why;
            });
  }

  /**
   * Renews the note while the change is under way, so that a long change keeps other installations
   * away as long as it lasts. Where the record has another note by now, only a warning is logged,
   * and the change goes on.
   */
  void renew(ClusterPorts ports) {
    noted(ports)
        .flatMap(this::objection)
        .ifPresent(
            why ->
                LOG.warn(
                    "{} changes {}, and its note is not renewed: {}",
                    operation,
                    ports.cluster(),
                    why.getMessage()));
  }

  private Optional<ClusterRecord> noted(ClusterPorts ports) {
    try {
      return ports
          .records()
          .map(
              records ->
                  records.note(
                      ports.cluster(),
                      known ->
                          objection(known).isPresent()
                              ? known
                              : known.changing(operation, installation, now)));
    } catch (Failure unwritten) {
      LOG.warn(
          "that {} changes {} is not in the record: {}",
          operation,
          ports.cluster(),
          unwritten.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Failure> objection(ClusterRecord known) {
    return known
        .over(operation)
        .<Failure>map(Failure.Refused::new)
        .or(() -> known.heldByAnother(operation, installation, now).map(Failure.NotYet::new));
  }
}
