package io.quorate.wire;

import java.util.List;
import java.util.Optional;

/** What {@code quorate check -o json} prints. */
public record CheckJson(List<Checked> checked) {
  /**
   * One thing the configuration names.
   *
   * @param trouble why it is no good; null when it is
   */
  public record Checked(String name, boolean ok, Optional<String> trouble) {
    public static Checked of(String name, Optional<String> trouble) {
      return new Checked(name, trouble.isEmpty(), trouble);
    }
  }

  public boolean ok() {
    return checked.stream().allMatch(Checked::ok);
  }
}
