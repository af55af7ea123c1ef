package io.quorate.configuration;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Variables and files to which the text of a configuration refers.
 *
 * @param variables values of {@code ${NAME}}
 * @param readable whether a file is there and can be read
 */
public record Environment(Map<String, String> variables, Predicate<Path> readable) {
  private static final Pattern FORM = Pattern.compile("\\$\\{([^{}]*)}|\\{([^{}]*)}");

  public Environment {
    variables = Map.copyOf(variables);
  }

  /** The process's own environment and the files of this machine. */
  public static Environment here() {
    return new Environment(System.getenv(), Environment::isReadableFile);
  }

  private static boolean isReadableFile(Path file) {
    return Files.isRegularFile(file) && Files.isReadable(file);
  }

  /**
   * The value with its placeholders replaced: {@code ${NAME}} by an environment variable and, in
   * members, {@code {name}} by the member's name. Placeholders are replaced after parsing, so that
   * no value of the environment can bring YAML of its own.
   */
  String filled(String written, Optional<String> member) throws Wrong {
    StringBuilder filled = new StringBuilder();
    Matcher found = FORM.matcher(written);
    while (found.find()) {
      String variable = found.group(1);
      String value = variable != null ? variable(variable) : memberName(found.group(), member);
      found.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return found.appendTail(filled).toString();
  }

  private String variable(String name) throws Wrong {
    String value = variables.get(name);
    if (value == null) {
      throw new Wrong(
          "names ${"
              + name
              + "}, which is not in the environment; export "
              + name
              + " or write the value itself");
    }
    return value;
  }

  private static String memberName(String placeholder, Optional<String> member) throws Wrong {
    if (member.isPresent() && placeholder.equals("{name}")) {
      return member.get();
    }
    throw new Wrong(
        placeholder
            + " stands for nothing here; only {name} does, within memberDefaults and members");
  }
}
