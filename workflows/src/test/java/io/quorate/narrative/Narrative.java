package io.quorate.narrative;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * One file of narratives. A case is a few lines that draw and one that asks, then {@code ----},
 * then the expected text up to a line {@code ====} or the end. A case goes on with the cluster and
 * the plan of the one before it, unless it draws its own.
 */
record Narrative(List<Case> cases) {
  private static final String ANSWER = "----\n";
  private static final String NEXT = "====\n";

  /** What is drawn and asked, as it was written, and the expected answer. */
  record Case(String script, String expected) {
    /** The first line of comment, for the report. */
    String title() {
      return script
          .lines()
          .filter(line -> line.startsWith("#"))
          .map(line -> line.substring(1).strip())
          .findFirst()
          .orElse(script.lines().reduce((first, second) -> second).orElse(""));
    }

    /**
     * Whether the case draws its cluster, and its first request needs no plan of an earlier case.
     */
    boolean standsAlone() {
      return script.lines().map(String::strip).anyMatch(line -> line.startsWith("cluster"))
          && script
              .lines()
              .map(String::strip)
              .filter(line -> line.startsWith("judge") || line.startsWith("prescribe"))
              .findFirst()
              .filter(line -> line.startsWith("judge") || line.startsWith("prescribe again"))
              .isEmpty();
    }

    String answer(Scene scene) {
      String answer = "";
      for (String line : script.lines().map(String::strip).toList()) {
        if (line.startsWith("cluster") || line.startsWith("with ")) {
          scene.draw(line);
        } else if (!line.isEmpty() && !line.startsWith("#")) {
          List<String> words = Arrays.asList(line.split("\\s+"));
          Verb verb = Verb.valueOf(words.get(0).toUpperCase(Locale.ROOT));
          answer = verb.answer(scene, words.subList(1, words.size()));
        }
      }
      return answer;
    }
  }

  static Narrative read(String text) {
    List<Case> cases = new ArrayList<>();
    for (String part : text.split(NEXT)) {
      int answer = part.indexOf(ANSWER);
      if (answer < 0) {
        throw new IllegalArgumentException("no ---- in: " + part);
      }
      cases.add(new Case(part.substring(0, answer), part.substring(answer + ANSWER.length())));
    }
    return new Narrative(cases);
  }

  static String write(List<Case> cases) {
    return String.join(NEXT, cases.stream().map(c -> c.script() + ANSWER + c.expected()).toList());
  }
}
