package io.quorate.step;

import io.quorate.cluster.StableName;
import java.util.List;

/**
 * Stable name of a reason, one enum for each room. Histories, public JSON and scripts hold the
 * names, so a constant may be added and none is ever renamed or taken away
 * (docs/reference/reasons.md).
 */
public interface ReasonCode {
  /** Returns the name of the constant. */
  String name();

  /** Returns what the reason means, in a sentence. */
  String meaning();

  /** Returns what a person can do, in a sentence; empty where nothing has to be done. */
  String remedy();

  /** Returns the name that people and scripts read: {@code voter-answers}. */
  default String code() {
    return StableName.of((Enum<?>) this);
  }

  /** Returns the reason with this headline, and what to do as it is documented. */
  default Reason because(String headline) {
    return new Reason(code(), headline, remedy().isEmpty() ? List.of() : List.of(remedy()));
  }

  /** Returns the reason with this headline, and with these commands or sentences of what to do. */
  default Reason because(String headline, String... todo) {
    return because(headline, List.of(todo));
  }

  /** Returns the reason with this headline, and with these commands or sentences of what to do. */
  default Reason because(String headline, List<String> todo) {
    return new Reason(code(), headline, todo);
  }
}
