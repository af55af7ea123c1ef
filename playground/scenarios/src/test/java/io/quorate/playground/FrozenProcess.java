package io.quorate.playground;

import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Signal;
import java.io.IOException;
import java.time.Duration;

/** A process that is stopped with SIGSTOP until this is closed. */
record FrozenProcess(long pid) implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** Stops it. */
  static FrozenProcess of(long pid) throws IOException, InterruptedException {
    send(Signal.STOP, pid);
    return new FrozenProcess(pid);
  }

  static void send(Signal signal, long pid) throws IOException, InterruptedException {
    var kill = Command.of("sh", "-c", "kill -s \"$0\" \"$1\"", signal.name(), "" + pid);
    if (!kill.run(LIMIT).succeeded()) {
      throw new IOException("process " + pid + " took no signal " + signal);
    }
  }

  /** Lets it go on. */
  @Override
  public void close() throws IOException, InterruptedException {
    send(Signal.CONT, pid);
  }
}
