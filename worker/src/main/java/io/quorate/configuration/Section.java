package io.quorate.configuration;

import io.quorate.cluster.NearNames;
import io.quorate.configuration.InvalidConfiguration.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * One mapping of the file while it is read. Fields that were asked for are remembered, so that
 * {@link #close} can name the others. A wrong value becomes a problem and reading goes on with a
 * stand-in, so that all errors come out at once.
 */
final class Section {
  private final Context context;
  private final String path;
  private final int line;
  private final Map<String, Entry> entries;
  private final Set<String> asked = new LinkedHashSet<>();

  /**
   * Context that all sections of a file share.
   *
   * @param member the name that {@code {name}} stands for, within members
   */
  record Context(Problems problems, Environment environment, Optional<String> member) {}

  /** A field with its value. */
  record Entry(String path, int line, Node value) {
    Entry over(Entry defaults) {
      return new Entry(path, line, Yaml.over(value, defaults.value));
    }
  }

  private Section(Context context, String path, int line, Map<String, Entry> entries) {
    this.context = context;
    this.path = path;
    this.line = line;
    this.entries = entries;
  }

  static Section of(Context context, String path, int line, MappingNode mapping) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        context
            .problems()
            .add(Yaml.line(tuple.getKeyNode()), path, "a field has a name in one word");
        continue;
      }
      String name = Yaml.unmasked(key.getValue());
      String at = path.isEmpty() ? name : path + "." + name;
      Entry entry = new Entry(at, Yaml.line(key), tuple.getValueNode());
      Entry before = entries.putIfAbsent(name, entry);
      if (before != null) {
        context
            .problems()
            .add(
                entry.line(),
                at,
                "stands here twice, first in line " + before.line() + "; keep one of them");
      }
    }
    return new Section(context, path, line, entries);
  }

  /**
   * Returns this section completed from {@code defaults}, for the member of this name. How a host
   * is reached is completed field by field: often only the address is the member's own.
   */
  Section over(Section defaults, String member) {
    Map<String, Entry> all = new LinkedHashMap<>(defaults.entries);
    entries.forEach(
        (name, own) ->
            all.merge(name, own, (other, mine) -> name.equals("host") ? mine.over(other) : mine));
    Context named = new Context(context.problems(), context.environment(), Optional.of(member));
    return new Section(named, path, line, all);
  }

  /** Returns an empty section in place of a section that was left out. */
  Section nothing(String field) {
    return new Section(context, at(field), line, Map.of());
  }

  String path() {
    return path;
  }

  int line() {
    return line;
  }

  /** Returns the line of a field that is there; that of this section for another. */
  int line(String field) {
    Entry entry = entries.get(field);
    return entry == null ? line : entry.line();
  }

  Set<String> names() {
    asked.addAll(entries.keySet());
    return entries.keySet();
  }

  boolean has(String field) {
    asked.add(field);
    return entries.containsKey(field);
  }

  /** Whether a field is a mapping that has this name. The field does not count as asked for. */
  boolean has(String field, String name) {
    Entry entry = entries.get(field);
    return entry != null
        && entry.value() instanceof MappingNode mapping
        && mapping.getValue().stream().anyMatch(tuple -> Yaml.name(tuple).equals(name));
  }

  boolean isText(String field) {
    Entry entry = entry(field);
    return entry != null && entry.value() instanceof ScalarNode;
  }

  <T> Optional<T> optional(String field, Reading<T> reading) {
    Entry entry = entry(field);
    return entry == null ? Optional.empty() : read(entry, reading);
  }

  /** The value, or {@code otherwise} when the field is left out. */
  <T> T orElse(String field, T otherwise, Reading<T> reading) {
    return optional(field, reading).orElse(otherwise);
  }

  /**
   * Returns the value; when the field is left out, reports a problem and returns {@code standIn}.
   */
  <T> T required(String field, String example, T standIn, Reading<T> reading) {
    return required(field, example, reading).orElse(standIn);
  }

  /** The value; when the field is left out, reports a problem and returns empty. */
  <T> Optional<T> required(String field, String example, Reading<T> reading) {
    if (!has(field)) {
      missing(field, example);
    }
    return optional(field, reading);
  }

  void missing(String field, String example) {
    asked.add(field);
    context.problems().add(line, at(field), "is missing; write, for example, " + example);
  }

  /** A section of this section; empty when it is left out or no mapping. */
  Optional<Section> section(String field, String example) {
    Entry entry = entry(field);
    if (entry == null) {
      return Optional.empty();
    }
    if (entry.value() instanceof MappingNode mapping) {
      return Optional.of(of(context, entry.path(), entry.line(), mapping));
    }
    problem(entry, "is no mapping; write, for example, " + example);
    return Optional.empty();
  }

  /** Reads all fields of a subsection; empty when the subsection is left out or no mapping. */
  <T> Optional<T> section(String field, String example, Function<Section, T> reading) {
    return section(field, example).map(section -> section.readAll(reading));
  }

  /** Reads all fields of a subsection; the subsection counts as empty when it is left out. */
  <T> T sectionOrEmpty(String field, String example, Function<Section, T> reading) {
    return section(field, example).orElseGet(() -> nothing(field)).readAll(reading);
  }

  private <T> T readAll(Function<Section, T> reading) {
    T read = reading.apply(this);
    close();
    return read;
  }

  /** The sections of a list; empty when the list is left out. */
  List<Section> sections(String field, String example) {
    List<Section> sections = new ArrayList<>();
    for (Entry item : items(field, example)) {
      if (item.value() instanceof MappingNode mapping) {
        sections.add(of(context, item.path(), item.line(), mapping));
      } else {
        problem(item, "is no entry of the list; write, for example, " + example);
      }
    }
    return sections;
  }

  /** The values of a list; empty when the list is left out. */
  <T> List<T> list(String field, String example, Reading<T> reading) {
    return items(field, example).stream().flatMap(item -> read(item, reading).stream()).toList();
  }

  /** The items of a list, each with its own path, {@code field[n]}, and its own line. */
  private List<Entry> items(String field, String example) {
    Entry entry = entry(field);
    if (entry == null) {
      return List.of();
    }
    if (!(entry.value() instanceof SequenceNode sequence)) {
      problem(entry, "is no list; write, for example, " + example);
      return List.of();
    }
    List<Entry> items = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      items.add(new Entry(entry.path() + "[" + items.size() + "]", Yaml.line(item), item));
    }
    return items;
  }

  /** Reports a field of a later version, which is better than calling it unknown. */
  void notYet(String field, String instead) {
    Entry entry = entry(field);
    if (entry != null) {
      problem(entry, "is not in this version; " + instead);
    }
  }

  void problem(String field, String sentence) {
    Entry entry = entries.get(field);
    if (entry == null) {
      context.problems().add(line, at(field), sentence);
    } else {
      problem(entry, sentence);
    }
  }

  /** Reports all fields that were not asked for as unknown. */
  void close() {
    entries.forEach(
        (name, entry) -> {
          if (!asked.contains(name)) {
            problem(entry, unknown(name));
          }
        });
  }

  private String unknown(String name) {
    return "is not known here" + NearNames.questionAndList(name, "Known", asked);
  }

  private void problem(Entry entry, String sentence) {
    context.problems().add(entry.line(), entry.path(), sentence);
  }

  private @Nullable Entry entry(String field) {
    asked.add(field);
    return entries.get(field);
  }

  private String at(String field) {
    return path.isEmpty() ? field : path + "." + field;
  }

  private <T> Optional<T> read(Entry entry, Reading<T> reading) {
    try {
      if (!(entry.value() instanceof ScalarNode node)) {
        throw new Wrong("is no single value; write one");
      }
      String written = Yaml.unmasked(node.getValue());
      if (Yaml.isNull(node) || written.isBlank()) {
        throw new Wrong("has no value; write one, or leave the field out");
      }
      String text = context.environment().filled(written, context.member());
      return Optional.of(reading.read(new Scalar(text, written, entry.path(), entry.line())));
    } catch (Wrong wrong) {
      problem(entry, String.valueOf(wrong.getMessage()));
      return Optional.empty();
    }
  }
}
