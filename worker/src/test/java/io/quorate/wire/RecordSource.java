package io.quorate.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the source of a record says of it: its Javadoc, which reflection does not give. */
final class RecordSource {
  private static final List<Path> MODULES = List.of(Path.of("."), Path.of("../workflows"));

  private final String javadoc;

  private RecordSource(String javadoc) {
    this.javadoc = javadoc;
  }

  static RecordSource of(Class<?> record) throws IOException {
    Class<?> top = record;
    while (top.getEnclosingClass() != null) {
      top = top.getEnclosingClass();
    }
    String file = "src/main/java/" + top.getName().replace('.', '/') + ".java";
    for (Path module : MODULES) {
      if (Files.exists(module.resolve(file))) {
        return of(record.getSimpleName(), Files.readString(module.resolve(file)));
      }
    }
    throw new IllegalStateException("no source of " + record);
  }

  private static RecordSource of(String name, String source) {
    String declaration = "(?s)/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:public )?record " + name + "\\(";
    Matcher found = Pattern.compile(declaration).matcher(source);
    if (!found.find()) {
      throw new IllegalStateException("record " + name + " has no Javadoc");
    }
    String plain = found.group(1).lines().map(RecordSource::line).collect(Collectors.joining(" "));
    return new RecordSource(
        plain.replaceAll("\\{@(?:code|link)\\s+([^}]*)}", "`$1`").replaceAll("\\s+", " ").strip());
  }

  private static String line(String line) {
    return line.strip().replaceFirst("^\\*\\s?", "").replace("<p>", "");
  }

  /** All that stands before the first tag. */
  String sentence() {
    return javadoc.split("\\s*@param ", 2)[0].replace("|", "\\|");
  }

  /** What is said of this component, or nothing. */
  String meaning(String component) {
    Matcher found = Pattern.compile("@param " + component + " (.*?)(?=@param |$)").matcher(javadoc);
    return found.find() ? found.group(1).strip().replace("|", "\\|") : "";
  }
}
