package io.quorate.hosts.ssh;

import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.server.SftpSubsystem;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;

/**
 * An SFTP server as on a machine far away. What is sent without waiting for an answer arrives
 * together, and is one way there and back. Nobody waits for a file to be closed.
 */
final class CountedWays extends SftpSubsystemFactory {
  /** What was sent arrives within this time after the one before it. */
  private static final int MILLIS_BETWEEN = 60;

  private final Thread reader;

  /** What was asked first on each way. */
  private final List<String> ways;

  /**
   * A server.
   *
   * @param reader the only thread that reads there
   */
  CountedWays(Thread reader, List<String> ways) {
    this.reader = reader;
    this.ways = ways;
  }

  @Override
  public Command createSubsystem(ChannelSession channel) throws IOException {
    return new Far(channel, this);
  }

  private final class Far extends SftpSubsystem {
    private final Set<Buffer> arrived = Collections.newSetFromMap(new IdentityHashMap<>());

    Far(ChannelSession channel, SftpSubsystemFactory factory) {
      super(channel, factory);
    }

    @Override
    protected void process(Buffer request) throws IOException {
      int kind = request.rawByte(request.rpos() + Integer.BYTES);
      if (kind != SftpConstants.SSH_FXP_CLOSE && !arrived.remove(request)) {
        travel();
        arrived.clear();
        arrived.addAll(requests);
        ways.add(SftpConstants.getCommandMessageName(kind) + " and " + arrived.size());
      }
      super.process(request);
    }

    /** Until the reader has sent all that it sends before it waits, and that has arrived. */
    private void travel() throws IOException {
      try {
        int before = -1;
        while (before != requests.size() || !waits()) {
          before = requests.size();
          Thread.sleep(MILLIS_BETWEEN);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException(e);
      }
    }

    private boolean waits() {
      return Stream.of(reader.getStackTrace())
          .limit(12)
          .anyMatch(frame -> frame.getMethodName().equals("timedGet"));
    }
  }
}
