package io.quorate.hosts.ssh;

import io.quorate.port.Failure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.client.channel.ChannelSubsystem;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.channel.StreamingChannel.Streaming;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.sftp.SftpModuleProperties;
import org.apache.sshd.sftp.client.SftpErrorDataHandler;
import org.apache.sshd.sftp.client.SftpVersionSelector;
import org.apache.sshd.sftp.client.impl.DefaultSftpClient;

/**
 * SFTP with a server that is started as a command, and so can be started through sudo, and may only
 * read. What a login prints before it is passed over, which a subsystem cannot.
 */
final class ServedFiles extends DefaultSftpClient {
  private static final Duration ANSWER = Duration.ofSeconds(10);

  /** Longer than any reading; the server ends with its connection anyway. */
  static final int SECONDS = 24 * 3600;

  /** The library opens the channel before a field of this class could tell the command. */
  private static final AttributeKey<Optional<String>> COMMAND = new AttributeKey<>();

  private ServedFiles(ClientSession session) throws IOException {
    super(session, SftpVersionSelector.MINIMUM, SftpErrorDataHandler.EMPTY);
  }

  /** The command of the server at a path. */
  static String command(String path, boolean sudo) {
    String script =
        "cd /; echo; echo %s; exec timeout -k %d %d \"$1\" -R"
            .formatted(RemoteCommand.BEGUN, RemoteCommand.KILL_AFTER, SECONDS);
    return RemoteCommand.asRoot(sudo) + "/bin/sh -c " + Quoted.words(List.of(script, "sh", path));
  }

  /**
   * Starts the server; its place is taken already, and is given back when it ends.
   *
   * @param command of the server; empty: sshd's own
   */
  static ServedFiles start(Connection connection, Optional<String> command) throws Connection.Lost {
    boolean started = false;
    try {
      ClientSession session = connection.session();
      session.setAttribute(COMMAND, command);
      SftpModuleProperties.SFTP_CHANNEL_OPEN_TIMEOUT.set(session, Connection.CHANNEL_OPEN);
      var files = new ServedFiles(session);
      started = true;
      files.getClientChannel().addCloseFutureListener(closed -> connection.givePlaceBack());
      return files;
    } catch (IOException | RuntimeException e) {
      if (connection.isOpen()) {
        throw new Failure.Transient("the SFTP server did not begin: " + Troubles.words(e), e);
      }
      throw new Connection.Lost("the connection is gone: " + Troubles.words(e), e);
    } finally {
      if (!started) {
        connection.givePlaceBack();
      }
    }
  }

  /** The library would wait ten minutes. */
  @Override
  public Buffer receive(int id) throws IOException {
    Buffer answer = receive(id, ANSWER);
    if (answer == null) {
      throw new SshException("the SFTP server did not answer within " + ANSWER.toSeconds() + " s");
    }
    return answer;
  }

  @Override
  protected ChannelSubsystem createSftpChannelSubsystem(ClientSession session) {
    Optional<String> command = session.getAttribute(COMMAND);
    return command == null || command.isEmpty()
        ? super.createSftpChannelSubsystem(session)
        : new Started(command.get());
  }

  /** A channel that carries a command's input and output, where the library expects a subsystem. */
  private final class Started extends SftpChannelSubsystem {
    private final String command;

    Started(String command) {
      this.command = command;
    }

    @Override
    protected void doOpen() throws IOException {
      Session session = getSession();
      byte[] bytes = command.getBytes(StandardCharsets.UTF_8);
      Buffer buffer =
          session.createBuffer(SshConstants.SSH_MSG_CHANNEL_REQUEST, bytes.length + Integer.SIZE);
      buffer.putUInt(getRecipient());
      buffer.putString(Channel.CHANNEL_EXEC);
      buffer.putBoolean(false);
      buffer.putBytes(bytes);
      writePacket(buffer);
      setStreaming(Streaming.Async);
      asyncIn = createAsyncInput(session);
      setOut(new AfterMark(createStdOutputStream(session)));
      setErr(OutputStream.nullOutputStream());
    }
  }

  /** Passes on what comes after the line of the mark. */
  private static final class AfterMark extends OutputStream {
    private static final byte[] MARK =
        ("\n" + RemoteCommand.BEGUN + "\n").getBytes(StandardCharsets.US_ASCII);

    private final OutputStream to;
    private final byte[] last = new byte[MARK.length];
    private boolean passed;

    AfterMark(OutputStream to) {
      this.to = to;
    }

    @Override
    public void write(int each) throws IOException {
      write(new byte[] {(byte) each}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int at = offset;
      while (!passed && at < offset + length) {
        System.arraycopy(last, 1, last, 0, last.length - 1);
        last[last.length - 1] = bytes[at++];
        passed = Arrays.equals(last, MARK);
      }
      if (at < offset + length) {
        to.write(bytes, at, offset + length - at);
      }
    }
  }
}
