package io.quorate.hosts;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The process of a {@link SnapshotProgram}, with little heap; ends when it is closed. */
final class SnapshotChild implements AutoCloseable {
  static final String HEAP = "-Xmx128m";

  private final Process process;
  private final BufferedWriter orders;
  private final BufferedReader answers;

  private SnapshotChild(Process process) {
    this.process = process;
    this.orders = process.outputWriter();
    this.answers = process.inputReader();
  }

  static SnapshotChild start(String... words) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                HEAP,
                "-cp",
                System.getProperty("java.class.path"),
                SnapshotProgram.class.getName()));
    command.addAll(List.of(words));
    return new SnapshotChild(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Gives an order and waits for the fields of its answer. */
  Map<String, String> ask(String order) throws IOException {
    orders.write(order + "\n");
    orders.flush();
    for (String line = answers.readLine(); line != null; line = answers.readLine()) {
      if (line.contains("=")) {
        return Arrays.stream(line.split(" "))
            .map(field -> field.split("=", 2))
            .collect(Collectors.toMap(field -> field[0], field -> field[1]));
      }
    }
    throw new IOException("the program ended at: " + order);
  }

  @Override
  public void close() throws IOException {
    orders.close();
    process.destroyForcibly();
  }
}
