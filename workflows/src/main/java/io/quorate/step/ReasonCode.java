package io.quorate.step;

import io.quorate.cluster.StableName;
import io.quorate.workload.PlaceWords;
import java.util.List;

/**
 * Stable name of a reason, one enum for each room. Histories, public JSON and scripts hold the
 * names, so a constant may be added and none is ever renamed or taken away
 * (docs/reference/reasons.md).
 */
public interface ReasonCode {
  /** Stands in a remedy for what the platform of the member calls its place. */
  String PLACE = "{place}";

  /** Returns the name of the constant. */
  String name();

  /**
   * Explanation of a code.
   *
   * @param meaning of the reason, in a sentence
   * @param remedy what a person can do, in a sentence; empty where nothing has to be done. {@link
   *     #PLACE} stands for what the platform of the member calls its place
   */
  record Explanation(String meaning, String remedy) {}

  /** Returns the explanation of the code. */
  Explanation explained();

  /** Returns the meaning of the reason, in a sentence. */
  default String meaning() {
    return explained().meaning();
  }

  /** Returns what a person can do, in a sentence; empty where nothing has to be done. */
  default String remedy() {
    return explained().remedy();
  }

  /** Returns the name that people and scripts read: {@code voter-answers}. */
  default String code() {
    return StableName.of((Enum<?>) this);
  }

  /** Returns the remedy as documents have it, where no member is known. */
  default String documentedRemedy() {
    return remedy().replace(PLACE, "place");
  }

  /** Returns the reason with this headline, and what to do as it is documented. */
  default Reason because(String headline) {
    List<String> todo = remedy().isEmpty() ? List.of() : List.of(documentedRemedy());
    return new Reason(code(), headline, todo);
  }

  /** Returns the reason with this headline, and what to do at a place with these words. */
  default Reason because(String headline, PlaceWords words) {
    return because(headline, remedy().replace(PLACE, words.place()));
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
