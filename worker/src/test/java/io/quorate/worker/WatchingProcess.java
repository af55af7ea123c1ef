package io.quorate.worker;

import io.quorate.worker.WatchedFigures.Silent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A watch in a process of its own, whose processor time and heap are those of the watch alone. */
final class WatchingProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader lines;

  WatchingProcess(Path configuration) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    words.addAll(List.of(System.getProperty("quorate.java", "-Xmx1g").split(" ")));
    words.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            WatchedFleet.class.getName(),
            configuration.toString()));
    process = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    lines = process.inputReader();
  }

  /** Waits until each cluster had its first pulse. */
  void awaitOpened() {
    until("opened");
  }

  /** Waits for 90 s, and for the figures after them. */
  WatchedFigures figures() {
    List<String> told = until("figures");
    String[] numbers = told.getLast().split(" ");
    double[] figures = Arrays.stream(numbers).mapToDouble(Double::parseDouble).toArray();
    return new WatchedFigures(
        figures[0],
        figures[1],
        figures[2],
        figures[3],
        figures[4],
        figures[5],
        (int) figures[6],
        figures[7],
        told.subList(0, told.size() - 1).stream().map(Silent::of).toList());
  }

  /** The lines before this one; each begins with {@code @}, unlike those of the log. */
  private List<String> until(String last) {
    List<String> told = new ArrayList<>();
    try {
      String line = lines.readLine();
      while (line != null && !line.equals("@" + last)) {
        if (line.startsWith("@")) {
          told.add(line.substring(1));
        }
        line = lines.readLine();
      }
      if (line == null) {
        throw new IllegalStateException("the watch has ended");
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    return told;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
