package io.quorate.command;

import io.quorate.configuration.NearNames;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.util.List;
import java.util.Locale;

/** Names as people type them: with spaces, underscores or hyphens, in any case. */
public final class Names {
  private Names() {}

  /** The kebab form of a typed name: {@code minority-replace} for {@code Minority Replace}. */
  public static String kebab(String typed) {
    return typed.strip().toLowerCase(Locale.ROOT).replaceAll("[\\s_]+", "-");
  }

  /** The runbook of this name. An unknown name is wrong usage, with near names and the list. */
  static Runbook<?> runbook(String typed) {
    return Runbooks.named(kebab(typed))
        .orElseThrow(
            () -> {
              List<String> known = Runbooks.all().stream().<String>map(Runbook::name).toList();
              return VerbFailure.wrongUsage(
                  "there is no runbook '"
                      + typed
                      + "'"
                      + NearNames.questionAndList(typed, "Runbooks", known));
            });
  }
}
