package io.quorate.wire;

import java.util.List;
import java.util.Optional;

/** Output of {@code quorate check -o json}. */
public record CheckJson(List<Checked> checked) {
  /**
   * Result of the check of one thing that the configuration names.
   *
   * @param ok whether the thing can be used
   * @param trouble why the thing cannot be used, or what needs attention although it can; null when
   *     nothing is wrong with it
   */
  public record Checked(String name, boolean ok, Optional<String> trouble) {
    public static Checked of(String name, Optional<String> trouble) {
      return new Checked(name, trouble.isEmpty(), trouble);
    }

    /** Returns a result that passes, with a warning where there is trouble. */
    public static Checked warned(String name, Optional<String> trouble) {
      return new Checked(name, true, trouble);
    }
  }

  public boolean ok() {
    return checked.stream().allMatch(Checked::ok);
  }
}
