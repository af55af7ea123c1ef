package io.quorate.ssh;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import org.apache.sshd.agent.common.AbstractAgentClient;
import org.apache.sshd.agent.local.AgentImpl;
import org.apache.sshd.common.util.buffer.Buffer;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/** An ssh-agent at a socket of its own, with one key. */
final class EmbeddedAgent implements AutoCloseable {
  final Path socket;
  private final AgentImpl agent = new AgentImpl();
  private final ServerSocketChannel server;

  /** The folder's name must be short: that of a socket is limited to 100 bytes. */
  EmbeddedAgent(Path folder, KeyPair key) throws IOException {
    socket = Files.createTempDirectory(folder, "agent").resolve("s");
    agent.addIdentity(key, "a test");
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(socket));
    Thread.ofVirtual().start(this::serve);
  }

  private void serve() {
    while (server.isOpen()) {
      try (var channel = server.accept()) {
        var client = new Client(agent, channel);
        var block = ByteBuffer.allocate(8192);
        while (channel.read(block) >= 0) {
          client.messageReceived(new ByteArrayBuffer(block.array(), 0, block.position()));
          block.clear();
        }
      } catch (IOException e) {
        // Closed by the test or by who asked.
        continue;
      }
    }
  }

  private static final class Client extends AbstractAgentClient {
    private final SocketChannel channel;

    Client(AgentImpl agent, SocketChannel channel) {
      super(agent);
      this.channel = channel;
    }

    @Override
    protected void reply(Buffer answer) throws IOException {
      channel.write(ByteBuffer.wrap(answer.getCompactData()));
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(socket);
    Files.deleteIfExists(socket.getParent());
  }
}
