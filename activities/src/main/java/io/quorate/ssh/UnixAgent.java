package io.quorate.ssh;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.sshd.agent.common.AbstractAgentProxy;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/**
 * The user's ssh-agent at its socket. Each request has a connection of its own, so that an agent
 * that was started anew is found.
 */
final class UnixAgent extends AbstractAgentProxy {
  /** An agent that asks its owner before it signs is waited for no longer. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private static final int LARGEST_ANSWER = 256 * 1024;

  private final Path socket;

  UnixAgent(Path socket) {
    super(null);
    this.socket = socket;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  /** A request has its length in front; the answer is returned without it. */
  @Override
  protected Buffer request(Buffer request) throws IOException {
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      var answer = new CompletableFuture<Buffer>();
      // Sockets of this family have no time limits of their own.
      Thread.ofVirtual().name("ssh-agent").start(() -> exchange(channel, request, answer));
      return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException("the agent does not answer: " + Troubles.words(e), e);
    } catch (TimeoutException e) {
      throw new IOException("the agent did not answer within " + LIMIT.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the agent was not waited for");
    }
  }

  private void exchange(SocketChannel channel, Buffer request, CompletableFuture<Buffer> answer) {
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
      var bytes = ByteBuffer.wrap(request.array(), request.rpos(), request.available());
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      int length = filled(channel, Integer.BYTES).getInt();
      if (length < 1 || length > LARGEST_ANSWER) {
        throw new IOException("an answer of " + length + " bytes");
      }
      answer.complete(new ByteArrayBuffer(filled(channel, length).array()));
    } catch (IOException e) {
      answer.completeExceptionally(e);
    }
  }

  private static ByteBuffer filled(SocketChannel channel, int length) throws IOException {
    var bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes) < 0) {
        throw new EOFException("it closed the connection");
      }
    }
    return bytes.flip();
  }
}
