package io.quorate.version;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lines of {@code key: value} that belong together.
 *
 * @param entries at least one
 */
record TextBlock(List<Entry> entries) {
  TextBlock {
    entries = List.copyOf(entries);
  }

  /**
   * One key and its value.
   *
   * @param line where it stands, from 1
   */
  record Entry(String key, String value, int line) {}

  /** The blocks of a text; throws {@link IllegalArgumentException} that names the line. */
  static List<TextBlock> of(String text) {
    List<TextBlock> blocks = new ArrayList<>();
    List<Entry> open = new ArrayList<>();
    int number = 0;
    for (String line : text.split("\n", -1)) {
      number++;
      if (line.isBlank()) {
        close(open, blocks);
      } else if (line.startsWith(" ")) {
        goOn(open, line, number);
      } else if (!line.startsWith("#")) {
        open.add(entry(line, number));
      }
    }
    close(open, blocks);
    return List.copyOf(blocks);
  }

  private static void close(List<Entry> open, List<TextBlock> blocks) {
    if (!open.isEmpty()) {
      blocks.add(new TextBlock(open));
      open.clear();
    }
  }

  private static void goOn(List<Entry> open, String line, int number) {
    if (open.isEmpty()) {
      throw wrong(number, "an indented line goes on with nothing");
    }
    Entry last = open.remove(open.size() - 1);
    open.add(new Entry(last.key(), last.value() + " " + line.strip(), last.line()));
  }

  private static Entry entry(String line, int number) {
    int colon = line.indexOf(": ");
    if (colon < 1 || line.substring(colon + 2).isBlank()) {
      throw wrong(number, "not of the form 'key: value'");
    }
    return new Entry(line.substring(0, colon), line.substring(colon + 2).strip(), number);
  }

  String kind() {
    return entries.get(0).key();
  }

  int line() {
    return entries.get(0).line();
  }

  Stream<String> all(String key) {
    return entries.stream().filter(entry -> entry.key().equals(key)).map(Entry::value);
  }

  Optional<String> maybe(String key) {
    List<String> values = all(key).toList();
    if (values.size() > 1) {
      throw wrong(line(), "'" + key + "' stands there more than once");
    }
    return values.stream().findFirst();
  }

  String one(String key) {
    return maybe(key).orElseThrow(() -> wrong(line(), "'" + key + "' is missing"));
  }

  /** The values of this key, a list with commas. */
  Stream<String> list(String key) {
    return Stream.of(one(key).split(",\\s*"));
  }

  TextBlock allowing(Set<String> keys) {
    for (Entry entry : entries) {
      if (!keys.contains(entry.key())) {
        throw wrong(entry.line(), "'" + entry.key() + "' is not a key of '" + kind() + "'");
      }
    }
    return this;
  }

  static Wrong wrong(int line, String what) {
    return new Wrong(VersionKnowledgeFile.NAME + ", line " + line + ": " + what);
  }

  /** Error in the text, with the number of its line. */
  static final class Wrong extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private Wrong(String sentence) {
      super(sentence);
    }
  }
}
