package io.quorate.ssh;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.sshd.sftp.common.SftpConstants;

/**
 * Counts the round trips for which a client of an SFTP server waits, however fast the server
 * answers. Requests that are sent before the first answer is waited for share one round trip.
 * Closing a file does not count, because nobody waits for it.
 */
final class CountedWays implements ServedFiles.Witness {
  /** The round trip of each request whose answer was not received yet, by the id of the request. */
  private final Map<Integer, Integer> under = new HashMap<>();

  /** The kinds of the requests of each round trip. */
  private final List<List<String>> asked = new ArrayList<>();

  private int done;

  @Override
  public synchronized void sent(int kind, int id) {
    if (kind == SftpConstants.SSH_FXP_CLOSE) {
      return;
    }
    under.put(id, done + 1);
    if (asked.size() == done) {
      asked.add(new ArrayList<>());
    }
    asked.get(done).add(SftpConstants.getCommandMessageName(kind));
  }

  @Override
  public synchronized void taken(int id) {
    Integer way = under.remove(id);
    if (way != null) {
      done = Math.max(done, way);
    }
  }

  /** Returns for how many round trips the client has waited so far. */
  synchronized int count() {
    return done;
  }

  /** Returns the kinds of the requests of each round trip. */
  @Override
  public synchronized String toString() {
    return asked.toString();
  }
}
