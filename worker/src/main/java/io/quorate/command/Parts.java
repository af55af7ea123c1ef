package io.quorate.command;

import io.quorate.configuration.Configuration;
import io.quorate.port.SnapshotCatalogue;
import java.util.List;

/**
 * The heavy parts, made when a verb asks for them and not before: the wiring implements this. What
 * cannot be made throws with a sentence.
 */
public interface Parts {
  /** For verbs that look for themselves; opens connections to etcd only. */
  Looks looks(Configuration configuration);

  /** The snapshots that were saved; opens no connection. */
  SnapshotCatalogue snapshots(Configuration configuration);

  /** What is to be reached beside the members: Temporal, and Slack where it is configured. */
  List<Probe> probes(Configuration configuration);

  /** Runs until the process is told to end; the exit code. */
  int serve(Configuration configuration, Roles roles);
}
