package io.quorate.playground;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The tables of the benchmarks, in Markdown, on the console and in a file. */
final class Report {
  private final Path file;
  private final StringBuilder text = new StringBuilder();

  /** Kept as target/NAME.md. */
  Report(String name) {
    file = Path.of("target", name + ".md");
  }

  Report line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
    return this;
  }

  Report row(String... cells) {
    return line("| %s |", String.join(" | ", cells));
  }

  Report head(String... cells) {
    row(cells);
    return row(List.of(cells).stream().map(any -> "---").toArray(String[]::new));
  }

  void publish() throws IOException {
    System.out.println("\n" + text);
    Files.createDirectories(Path.of("target"));
    Files.writeString(file, text);
  }

  static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.2f", seconds);
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}
