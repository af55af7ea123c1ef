package io.quorate.playground;

import io.quorate.configuration.Configuration;
import io.quorate.lab.machine.Await;
import io.quorate.playground.killing.PlayedWorker;
import io.quorate.playground.operated.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

/** The product as it is, with a gateway in a process of its own that can be killed. */
final class TestedProduct implements Product {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final StageFolder folder;
  private Optional<Process> gateway = Optional.empty();
  private int port;

  TestedProduct(StageFolder folder) {
    this.folder = folder;
  }

  @Override
  public AutoCloseable gateway(Configuration configuration, Optional<String> temporalPage) {
    port = configuration.gateway().listen().port();
    try {
      startGateway();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
    }
    return this::killGateway;
  }

  /** Returns when it listens. */
  void startGateway() throws IOException, InterruptedException {
    Process started = new ChildJvm(folder.configuration()).start(folder.log("gateway"), "gateway");
    gateway = Optional.of(started);
    Await.until("the gateway to listen", LIMIT, () -> listens() || !started.isAlive());
    if (!started.isAlive()) {
      throw new IOException("the gateway ended, see " + folder.log("gateway"));
    }
  }

  private boolean listens() {
    try (var socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }

  /** kill -9; returns when it is gone. */
  void killGateway() throws InterruptedException {
    if (gateway.isPresent()) {
      gateway.get().destroyForcibly().waitFor();
    }
  }

  @Override
  public Class<?> worker() {
    return PlayedWorker.class;
  }
}
