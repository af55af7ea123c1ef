package io.quorate.wire;

import java.util.List;
import java.util.Optional;

/** What {@code quorate check -o json} prints. */
public record CheckJson(List<Checked> checked) {
  /**
   * One thing the configuration names.
   *
   * @param ok whether it will do
   * @param trouble why it will not do, or why only for now; null when nothing is wrong with it
   */
  public record Checked(String name, boolean ok, Optional<String> trouble) {
    public static Checked of(String name, Optional<String> trouble) {
      return new Checked(name, trouble.isEmpty(), trouble);
    }

    /** It will do, but somebody should look after it. */
    public static Checked warned(String name, Optional<String> trouble) {
      return new Checked(name, true, trouble);
    }
  }

  public boolean ok() {
    return checked.stream().allMatch(Checked::ok);
  }
}
