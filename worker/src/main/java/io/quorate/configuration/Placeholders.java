package io.quorate.configuration;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces placeholders in values: {@code ${NAME}} by an environment variable and, in members,
 * {@code {name}} by the member's name. Placeholders are replaced after parsing, so that no value of
 * the environment can bring YAML of its own.
 */
record Placeholders(Surroundings surroundings, Optional<String> member) {
  private static final Pattern FORM = Pattern.compile("\\$\\{([^{}]*)}|\\{([^{}]*)}");

  String fill(String written) throws Wrong {
    StringBuilder filled = new StringBuilder();
    Matcher found = FORM.matcher(written);
    while (found.find()) {
      String variable = found.group(1);
      String value = variable != null ? variable(variable) : memberName(found.group());
      found.appendReplacement(filled, Matcher.quoteReplacement(value));
    }
    return found.appendTail(filled).toString();
  }

  private String variable(String name) throws Wrong {
    String value = surroundings.environment().get(name);
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

  private String memberName(String placeholder) throws Wrong {
    if (member.isPresent() && placeholder.equals("{name}")) {
      return member.get();
    }
    throw new Wrong(
        placeholder
            + " stands for nothing here; only {name} does, within memberDefaults and members");
  }
}
