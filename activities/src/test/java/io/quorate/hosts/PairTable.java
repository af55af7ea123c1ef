package io.quorate.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Table of what was measured in pairs, Quorate and bare tools in turn, in Markdown. */
final class PairTable {
  private final Path file;
  private final StringBuilder text = new StringBuilder();
  private final List<Double> firstParts = new ArrayList<>();
  private final List<Double> wholes = new ArrayList<>();

  PairTable(Path file) {
    this.file = file;
  }

  void head(long bytes) {
    line("Database of %,d bytes, Quorate with %s, seconds\n", bytes, SnapshotChild.HEAP);
    line("| what | pair | Quorate | of that | bare | ratio | without checks |");
    line("|---|---|---|---|---|---|---|");
  }

  /**
   * Adds one pair.
   *
   * @param parts of ours; of a save the first, of a restore the second is what the tools do too
   */
  void row(String what, int pair, Map<String, String> ours, List<String> parts, long theirs) {
    double whole = parts.stream().mapToDouble(part -> millis(ours, part)).sum();
    double same = millis(ours, ours.containsKey("keep") ? "keep" : "tool");
    wholes.add(whole / theirs);
    firstParts.add(same / theirs);
    line(
        "| %s | %d | %.2f | %s | %.2f | %.2f | %.2f |",
        what,
        pair + 1,
        whole / 1000,
        parts.stream()
            .map(part -> String.format(Locale.ROOT, "%s %.2f", part, millis(ours, part) / 1000))
            .collect(Collectors.joining(", ")),
        theirs / 1000.0,
        wholes.getLast(),
        firstParts.getLast());
  }

  private static double millis(Map<String, String> ours, String part) {
    return Double.parseDouble(ours.getOrDefault(part, "0"));
  }

  /** Ends the rows of one question with the medians of the ratios. */
  void ratio(String what) {
    line(
        "| **%s, median** | | | | | **%.2f** | **%.2f** |",
        what, median(wholes), median(firstParts));
    wholes.clear();
    firstParts.clear();
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
  }

  /** The most memory of the two programs, in KiB. */
  void memory(String directory, String s3) {
    line("\nThe most memory of the process: directory %s KiB, S3 %s KiB", directory, s3);
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
    System.err.println(text.substring(text.lastIndexOf("\n", text.length() - 2) + 1).strip());
  }

  void publish() throws IOException {
    Files.createDirectories(Path.of("target"));
    Files.writeString(file, text);
  }
}
