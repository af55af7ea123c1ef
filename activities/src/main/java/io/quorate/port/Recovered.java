package io.quorate.port;

import io.quorate.cluster.Alarm;
import io.quorate.cluster.Revision;
import io.quorate.data.DataOwner;
import io.quorate.port.SnapshotContent.KeysOfSource;
import java.util.List;
import java.util.Optional;

/**
 * Content of data that was salvaged or restored.
 *
 * @param owner whose it is; empty for a database without a log, which does not say so
 * @param keys how many and their hash, at one revision; empty where etcd was not started on it, or
 *     does not tell because authentication is on
 * @param alarms the alarms that are in it
 * @param downgradeTo the minor to which a downgrade is enabled in it
 * @param authentication whether authentication is on in it
 */
public record Recovered(
    Optional<DataOwner> owner,
    Revision revision,
    Optional<KeysOfSource> keys,
    List<Alarm.Kind> alarms,
    Optional<String> downgradeTo,
    boolean authentication) {
  public Recovered {
    alarms = List.copyOf(alarms);
  }

  /**
   * This content at the revision that the database had before etcd was started on it, or at etcd's
   * revision where that is lower. Changes that etcd makes after its start, as when leases run out,
   * are not part of what was restored.
   */
  public Recovered asRestored(long byItsPages) {
    return new Recovered(
        owner,
        new Revision(Math.min(byItsPages, revision.value())),
        keys,
        alarms,
        downgradeTo,
        authentication);
  }
}
