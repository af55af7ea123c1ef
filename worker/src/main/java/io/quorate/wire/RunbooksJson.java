package io.quorate.wire;

import io.quorate.cluster.StableName;
import io.quorate.runbook.Option;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.util.List;

/** Output of {@code quorate runbooks -o json}. */
public record RunbooksJson(List<RunbookJson> runbooks) {
  /** One runbook. */
  public record RunbookJson(String name, String sentence, List<OptionJson> options) {
    static RunbookJson of(Runbook<?> runbook) {
      return new RunbookJson(
          runbook.name(),
          runbook.sentence(),
          runbook.options().stream().map(OptionJson::of).toList());
    }
  }

  /**
   * One option of a runbook.
   *
   * @param name name without dashes
   * @param value placeholder for the option's value; empty for a flag
   */
  public record OptionJson(String name, String kind, String value, String sentence) {
    static OptionJson of(Option option) {
      return new OptionJson(
          option.name(), StableName.of(option.kind()), option.value(), option.sentence());
    }
  }

  public static RunbooksJson all() {
    return new RunbooksJson(Runbooks.all().stream().<RunbookJson>map(RunbookJson::of).toList());
  }
}
