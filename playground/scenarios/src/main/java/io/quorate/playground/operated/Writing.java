package io.quorate.playground.operated;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Signal;
import io.quorate.playground.operated.WritingProgram.Told;
import io.quorate.wire.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/** The process that runs {@link WritingProgram}. */
public final class Writing implements AutoCloseable {
  private static final Duration FIRST = Duration.ofSeconds(60);
  private static final int ENOUGH = 50;
  private static final int LIMIT_SECONDS = 60;

  private final Process process;
  private final Path ledger;

  private Writing(Process process, Path ledger) {
    this.process = process;
    this.ledger = ledger;
  }

  /**
   * Starts the writer, and returns once the writer writes.
   *
   * @param within the command that runs where the members can be reached
   * @param members their client URLs
   */
  public static Writing start(
      Function<List<String>, Command> within, Path folder, Access access, List<String> members)
      throws IOException, InterruptedException {
    String run = UUID.randomUUID().toString().substring(0, 8);
    Path ledger = folder.resolve("writes-" + run + ".txt");
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    words.addAll(access.java(folder));
    words.addAll(List.of("-cp", System.getProperty("java.class.path")));
    words.add(WritingProgram.class.getName());
    words.addAll(List.of(ledger.toString(), run, access.user().orElse("")));
    words.addAll(members);
    Process process =
        new ProcessBuilder(within.apply(words).words())
            .redirectError(ProcessBuilder.Redirect.appendTo(folder.resolve("writing.log").toFile()))
            .start();
    var writing = new Writing(process, ledger);
    try {
      Await.until("the first writes", FIRST, () -> writing.acknowledged() >= ENOUGH);
    } catch (InterruptedException | RuntimeException never) {
      writing.close();
      throw never;
    }
    return writing;
  }

  private long acknowledged() {
    if (!Files.exists(ledger)) {
      return 0;
    }
    try (Stream<String> lines = Files.lines(ledger)) {
      return lines.filter(line -> line.startsWith("acknowledged ")).count();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Sends a signal to the client: one that is stopped writes nothing. */
  public void send(Signal signal) throws IOException, InterruptedException {
    Command.of("kill", "-" + signal, "" + process.pid())
        .outputWithin(Duration.ofSeconds(LIMIT_SECONDS));
  }

  /** Ends the writes, and has them read back through these voters. */
  public Told readBack(List<String> voters) throws IOException, InterruptedException {
    try (var in = process.outputWriter(StandardCharsets.UTF_8)) {
      in.write(String.join(" ", voters) + "\n");
    }
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("the client did not end");
    }
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      String told = String.valueOf(out.readLine());
      return Json.read(told, Told.class)
          .orElseThrow(() -> new IOException("the client said: " + told));
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
