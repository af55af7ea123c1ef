package io.quorate.hosts.ssh;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.sshd.sftp.common.SftpConstants;

/**
 * The ways there and back that somebody waits for who asks an SFTP server, however fast it answers.
 * What is sent before an answer is waited for takes one way together. Nobody waits for a file to be
 * closed.
 */
final class CountedWays implements ServedFiles.Witness {
  /** The way that each question takes whose answer was not taken yet. */
  private final Map<Integer, Integer> under = new HashMap<>();

  /** What was asked on each way. */
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

  /** How often somebody waited until now. */
  synchronized int count() {
    return done;
  }

  /** What was asked on each way. */
  @Override
  public synchronized String toString() {
    return asked.toString();
  }
}
