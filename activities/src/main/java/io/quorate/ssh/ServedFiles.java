package io.quorate.ssh;

import io.quorate.port.Failure;
import io.quorate.shell.SentScript;
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
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.sftp.SftpModuleProperties;
import org.apache.sshd.sftp.client.SftpErrorDataHandler;
import org.apache.sshd.sftp.client.SftpVersionSelector;
import org.apache.sshd.sftp.client.impl.DefaultCloseableHandle;
import org.apache.sshd.sftp.client.impl.DefaultSftpClient;
import org.apache.sshd.sftp.client.impl.SftpResponse;
import org.apache.sshd.sftp.client.impl.SftpStatus;
import org.apache.sshd.sftp.common.SftpConstants;

/**
 * SFTP with a server that is started as a command, and so can be started through sudo, and may only
 * read. What a login prints before it is passed over, which a subsystem cannot.
 */
final class ServedFiles extends DefaultSftpClient {
  private static final Duration ANSWER = Duration.ofSeconds(10);

  /**
   * The window of the channel. It is larger than the longest read of a log, 16 MiB, so that all
   * pieces of a read can be under way at once.
   */
  private static final long WINDOW_BYTES = 20L * 1024 * 1024;

  /** Longer than any reading; the server ends with its connection anyway. */
  static final int SECONDS = 24 * 3600;

  /** The library opens the channel before a field of this class could tell the command. */
  private static final AttributeKey<Optional<String>> COMMAND = new AttributeKey<>();

  /** The attribute of a session with the witness of all requests; most sessions have no witness. */
  static final AttributeKey<Witness> WITNESS = new AttributeKey<>();

  /** Sees each request that is sent, and each answer that is received. */
  interface Witness {
    /** A request was sent. Earlier requests may still be without an answer. */
    void sent(int kind, int id);

    /** A caller received the answer to the request with this id. */
    void taken(int id);
  }

  private ServedFiles(ClientSession session) throws IOException {
    super(session, SftpVersionSelector.MINIMUM, SftpErrorDataHandler.EMPTY);
  }

  /** The command of the server at a path. */
  static String command(String path, boolean sudo) {
    String script =
        "cd /; echo; echo %s; exec timeout -k %d %d \"$1\" -R"
            .formatted(SentScript.BEGUN, SentScript.KILL_AFTER, SECONDS);
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

  @Override
  public int send(int kind, Buffer question) throws IOException {
    int id = super.send(kind, question);
    witness().ifPresent(witness -> witness.sent(kind, id));
    return id;
  }

  private Optional<Witness> witness() {
    return Optional.ofNullable(getClientSession().resolveAttribute(WITNESS));
  }

  /** The library would wait ten minutes. */
  @Override
  public Buffer receive(int id) throws IOException {
    Buffer answer = receive(id, ANSWER);
    if (answer == null) {
      throw new SshException("the SFTP server did not answer within " + ANSWER.toSeconds() + " s");
    }
    witness().ifPresent(witness -> witness.taken(id));
    return answer;
  }

  @Override
  protected ChannelSubsystem createSftpChannelSubsystem(ClientSession session) {
    Optional<String> command = session.getAttribute(COMMAND);
    ChannelSubsystem channel =
        command == null || command.isEmpty()
            ? super.createSftpChannelSubsystem(session)
            : new Started(command.get());
    CoreModuleProperties.WINDOW_SIZE.set(channel, WINDOW_BYTES);
    return channel;
  }

  /**
   * A request that was sent. Several requests take one round trip together, where all are sent
   * before the first answer is waited for.
   */
  @FunctionalInterface
  interface Asked<T> {
    /**
     * Waits for the answer.
     *
     * @throws SftpException where the server refuses the request
     */
    T answer() throws IOException;
  }

  /** Asks for the attributes of the path, without following a link at the end of the path. */
  Asked<Attributes> askUnfollowed(String path) throws IOException {
    return ask(SftpConstants.SSH_FXP_LSTAT, named(path), this::checkAttributesResponse);
  }

  /** Asks for the attributes of the file or folder that the path leads to, over any links. */
  Asked<Attributes> askFollowed(String path) throws IOException {
    return ask(SftpConstants.SSH_FXP_STAT, named(path), this::checkAttributesResponse);
  }

  Asked<Attributes> askOf(Handle handle) throws IOException {
    return ask(SftpConstants.SSH_FXP_FSTAT, of(handle), this::checkAttributesResponse);
  }

  Asked<CloseableHandle> askToOpen(String path) throws IOException {
    Buffer request = named(path);
    request.putUInt(SftpConstants.SSH_FXF_READ);
    request.putUInt(0); // no attributes
    return ask(
        SftpConstants.SSH_FXP_OPEN,
        request,
        answer -> new DefaultCloseableHandle(this, path, checkHandleResponse(answer)));
  }

  Asked<CloseableHandle> askToOpenFolder(String path) throws IOException {
    return ask(
        SftpConstants.SSH_FXP_OPENDIR,
        named(path),
        answer -> new DefaultCloseableHandle(this, path, checkHandleResponse(answer)));
  }

  /** Asks for the next entries of an open folder; the answer is empty where no entries are left. */
  Asked<Optional<List<DirEntry>>> askForEntries(Handle folder) throws IOException {
    return ask(
        SftpConstants.SSH_FXP_READDIR,
        of(folder),
        answer -> Optional.ofNullable(checkDirResponse(answer, null)));
  }

  /** Asks for bytes of an open file; the answer has no bytes at the end of the file. */
  Asked<byte[]> askForBytes(Handle file, long position, int length) throws IOException {
    Buffer request = of(file);
    request.putLong(position);
    request.putUInt(length);
    return ask(SftpConstants.SSH_FXP_READ, request, this::bytes);
  }

  private byte[] bytes(SftpResponse answer) throws IOException {
    if (answer.getType() == SftpConstants.SSH_FXP_DATA) {
      return answer.getBuffer().getBytes();
    }
    var status = SftpStatus.parse(answer);
    if (status.getStatusCode() != SftpConstants.SSH_FX_EOF) {
      throwStatusException(answer.getCmd(), answer.getId(), status);
    }
    return new byte[0];
  }

  private interface Taken<T> {
    T from(SftpResponse answer) throws IOException;
  }

  private <T> Asked<T> ask(int command, Buffer request, Taken<T> taken) throws IOException {
    int id = send(command, request);
    return () -> taken.from(response(command, id));
  }

  private Buffer named(String path) {
    return putReferencedName(
        SftpConstants.SSH_FXP_OPEN, new ByteArrayBuffer(path.length() + Long.SIZE, false), path, 0);
  }

  private static Buffer of(Handle handle) {
    byte[] id = handle.getIdentifier();
    var request = new ByteArrayBuffer(id.length + Long.SIZE, false);
    request.putBytes(id);
    return request;
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
        ("\n" + SentScript.BEGUN + "\n").getBytes(StandardCharsets.US_ASCII);

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
