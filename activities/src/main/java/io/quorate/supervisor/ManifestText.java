package io.quorate.supervisor;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Text of a manifest, and where in it each value stands. Whatever would make an edit change more
 * than its own line is refused with the line.
 */
public record ManifestText(String path, String text) {
  /** Settings of the reader: a manifest has no aliases, and is small. */
  private static final int ALIASES = 0;

  /**
   * A scalar of the text.
   *
   * @param line the number of its line, from 1
   * @param from where it begins in the text, quotes included
   * @param to where it ends
   */
  public record Scalar(
      String value, int line, int from, int to, boolean plain, boolean doubleQuoted) {}

  /** Reads bytes, each given as one char. Throws {@link Failure.Fault} where they are no UTF-8. */
  static ManifestText ofBytes(String path, String bytes) {
    try {
      return new ManifestText(
          path,
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)))
              .toString());
    } catch (CharacterCodingException e) {
      throw new Failure.Fault(path + " is not written in UTF-8");
    }
  }

  /**
   * Reads a value from the manifest that a script has printed; empty where there is no manifest, or
   * the manifest is unusual. An effect that needs the manifest says what is wrong with it.
   */
  static <T> Optional<T> seen(
      Facts facts, String path, Function<ManifestText, Optional<T>> something) {
    if (!facts.has("environment-bytes")) {
      return Optional.empty();
    }
    try {
      return something.apply(ofBytes(path, SettingsFile.text(facts, path)));
    } catch (Failure unusual) {
      return Optional.empty();
    }
  }

  /** The bytes, each as one char. */
  String bytes() {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** The mapping that the whole text is; the kubelet reads the first document only. */
  MappingNode root() {
    var options = new LoaderOptions();
    options.setMaxAliasesForCollections(ALIASES);
    List<Node> documents = new ArrayList<>();
    try {
      new Yaml(options).composeAll(new StringReader(text)).forEach(documents::add);
    } catch (MarkedYAMLException e) {
      int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
      throw fault(line, "is no YAML: " + e.getProblem());
    } catch (YAMLException e) {
      throw new Failure.Fault(
          path + " is no YAML: " + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
    if (documents.size() != 1 || !(documents.getFirst() instanceof MappingNode root)) {
      throw new Failure.Fault(path + " has to be one document that describes one pod");
    }
    return root;
  }

  /** The value of a field; throws where the field is there twice. */
  Optional<Node> field(MappingNode mapping, String name) {
    List<NodeTuple> found =
        mapping.getValue().stream()
            .filter(
                tuple ->
                    tuple.getKeyNode() instanceof ScalarNode key && key.getValue().equals(name))
            .toList();
    if (found.size() > 1) {
      throw fault(line(found.get(1).getKeyNode()), "has " + name + " a second time");
    }
    return found.stream().findFirst().map(NodeTuple::getValueNode);
  }

  Optional<MappingNode> mapping(MappingNode of, String name) {
    return field(of, name).filter(MappingNode.class::isInstance).map(MappingNode.class::cast);
  }

  /** The mappings of a list; none where the field is not there. */
  List<MappingNode> mappings(MappingNode of, String name) {
    return field(of, name).stream()
        .filter(SequenceNode.class::isInstance)
        .flatMap(list -> ((SequenceNode) list).getValue().stream())
        .filter(MappingNode.class::isInstance)
        .map(MappingNode.class::cast)
        .toList();
  }

  /** The value of a field that is a scalar; empty where it is none. */
  Optional<String> word(MappingNode of, String name) {
    return field(of, name)
        .filter(ScalarNode.class::isInstance)
        .map(node -> ((ScalarNode) node).getValue());
  }

  /** The items of a list of scalars, an item a line; none where the field is not there. */
  List<Scalar> items(MappingNode of, String name) {
    Optional<Node> list = field(of, name);
    if (list.isEmpty()) {
      return List.of();
    }
    if (!(list.get() instanceof SequenceNode sequence)
        || sequence.getFlowStyle() == FlowStyle.FLOW) {
      throw fault(
          line(list.get()), "has " + name + " in one line; write it as a list, an item a line");
    }
    return sequence.getValue().stream().map(this::item).toList();
  }

  private Scalar item(Node node) {
    Scalar scalar = scalar(node);
    String before = text.substring(startOfLine(scalar.from()), scalar.from());
    if (!before.matches(" *- +")) {
      throw fault(scalar.line(), "has more than one item of a list; write an item a line");
    }
    return scalar;
  }

  /** A scalar that stands in one line, without an anchor or a tag. */
  Scalar scalar(Node node) {
    if (!(node instanceof ScalarNode scalar)
        || scalar.getAnchor() != null
        || scalar.getStartMark().getLine() != scalar.getEndMark().getLine()) {
      throw fault(line(node), "has to be one word or text in one line");
    }
    return new Scalar(
        scalar.getValue(),
        line(node),
        text.offsetByCodePoints(0, scalar.getStartMark().getIndex()),
        text.offsetByCodePoints(0, scalar.getEndMark().getIndex()),
        scalar.getScalarStyle() == ScalarStyle.PLAIN,
        scalar.getScalarStyle() == ScalarStyle.DOUBLE_QUOTED);
  }

  /** The text with another value of this scalar. */
  ManifestText replaced(Scalar scalar, String value) {
    return value.equals(scalar.value())
        ? this
        : with(scalar.from(), scalar.to(), written(value, scalar));
  }

  /** The text with another item after this one of a list. */
  ManifestText inserted(Scalar after, String value) {
    String before = text.substring(startOfLine(after.from()), after.from());
    int end = endOfLine(after.to());
    boolean carriageReturn = end > 0 && text.charAt(end - 1) == '\r';
    int at = carriageReturn ? end - 1 : end;
    return with(at, at, (carriageReturn ? "\r\n" : "\n") + before + written(value, after));
  }

  /** The text without the line of this item. */
  ManifestText without(Scalar item) {
    int end = endOfLine(item.to());
    return with(startOfLine(item.from()), Math.min(text.length(), end + 1), "");
  }

  private ManifestText with(int from, int to, String put) {
    return new ManifestText(path, text.substring(0, from) + put + text.substring(to));
  }

  /** The value in the quotes of its neighbour or predecessor, or in some where it needs them. */
  private static String written(String value, Scalar like) {
    if (like.plain() && value.matches("[A-Za-z0-9./-][A-Za-z0-9_.,:/=@%+\\[\\]*~-]*(?<!:)")) {
      return value;
    }
    return like.doubleQuoted()
        ? "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\""
        : "'" + value.replace("'", "''") + "'";
  }

  private int startOfLine(int at) {
    return text.lastIndexOf('\n', at - 1) + 1;
  }

  private int endOfLine(int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }

  static int line(Node node) {
    return node.getStartMark().getLine() + 1;
  }

  Failure.Fault fault(int line, String what) {
    return new Failure.Fault(path + " line " + line + ": " + what);
  }
}
