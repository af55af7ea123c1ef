package io.quorate.configuration;

import io.quorate.configuration.InvalidConfiguration.Problems;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Parses a file into YAML nodes. Only the parser's nodes are used, never its objects: nodes know
 * their lines, keep duplicate keys and do not turn {@code off} into a boolean.
 */
final class Yaml {
  // Placeholders are masked, because in {a: /run/{name}.pid} YAML would take the inner braces for
  // its own.
  private static final Pattern PLACEHOLDER =
      Pattern.compile("(\\$)\\{([A-Za-z_][A-Za-z0-9_]*)}|\\{name}");
  private static final char OPEN = '\uE000';
  private static final char CLOSE = '\uE001';

  private Yaml() {}

  /**
   * Returns the one mapping that the file consists of; reports a problem and returns empty when the
   * file is something else.
   */
  static Optional<MappingNode> read(String text, Problems problems) {
    List<Node> documents = new ArrayList<>();
    try {
      LoaderOptions options = new LoaderOptions();
      options.setCodePointLimit(Integer.MAX_VALUE);
      new org.yaml.snakeyaml.Yaml(options)
          .composeAll(new StringReader(masked(text)))
          .forEach(documents::add);
    } catch (MarkedYAMLException unreadable) {
      problems.add(lineOf(unreadable.getProblemMark()), "", sentence(unreadable));
      return Optional.empty();
    } catch (YAMLException unreadable) {
      problems.add(1, "", "is not YAML: " + unmasked(firstLine(unreadable.getMessage())));
      return Optional.empty();
    }
    return only(documents, problems);
  }

  static int line(Node node) {
    return lineOf(node.getStartMark());
  }

  /** The text in the file for a parsed value. */
  static String unmasked(String parsed) {
    return parsed.replace(OPEN, '{').replace(CLOSE, '}');
  }

  private static Optional<MappingNode> only(List<Node> documents, Problems problems) {
    if (documents.size() > 1) {
      problems.add(
          line(documents.get(1)),
          "",
          "a second document begins; write one document, without a line of three hyphens in it");
      return Optional.empty();
    }
    if (documents.isEmpty() || isNull(documents.get(0))) {
      problems.add(1, "", "the file is empty; write at least one cluster under clusters:");
      return Optional.empty();
    }
    if (documents.get(0) instanceof MappingNode mapping) {
      return Optional.of(mapping);
    }
    problems.add(
        line(documents.get(0)), "", "the file is no mapping; write sections such as clusters:");
    return Optional.empty();
  }

  static boolean isNull(Node node) {
    return node.getTag().equals(Tag.NULL);
  }

  /**
   * The text with masked placeholders; masks have the same length, so that columns in the parser's
   * messages stay right.
   */
  private static String masked(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            found -> {
              String inner = found.group(2) == null ? "name" : found.group(2);
              String sign = found.group(1) == null ? "" : "$";
              return Matcher.quoteReplacement(sign + OPEN + inner + CLOSE);
            });
  }

  /** A mapping completed, field by field, from the fields of {@code defaults}. */
  static Node over(Node own, Node defaults) {
    if (!(own instanceof MappingNode mine) || !(defaults instanceof MappingNode others)) {
      return own;
    }
    Map<String, NodeTuple> all = new LinkedHashMap<>();
    others.getValue().forEach(tuple -> all.put(name(tuple), tuple));
    for (NodeTuple tuple : mine.getValue()) {
      all.merge(
          name(tuple),
          tuple,
          (other, one) ->
              new NodeTuple(one.getKeyNode(), over(one.getValueNode(), other.getValueNode())));
    }
    return new MappingNode(
        mine.getTag(),
        true,
        List.copyOf(all.values()),
        mine.getStartMark(),
        mine.getEndMark(),
        mine.getFlowStyle());
  }

  /** The name of a field. */
  static String name(NodeTuple tuple) {
    return tuple.getKeyNode() instanceof ScalarNode key ? key.getValue() : tuple.toString();
  }

  private static String sentence(MarkedYAMLException unreadable) {
    Mark mark = unreadable.getProblemMark();
    String where = mark == null ? "" : " at column " + (mark.getColumn() + 1);
    String problem = unreadable.getProblem();
    return "is not YAML" + where + ": " + unmasked(firstLine(problem == null ? "" : problem));
  }

  private static String firstLine(@Nullable String message) {
    return message == null ? "it cannot be read" : message.lines().findFirst().orElse("");
  }

  private static int lineOf(@Nullable Mark mark) {
    return mark == null ? 1 : mark.getLine() + 1;
  }
}
