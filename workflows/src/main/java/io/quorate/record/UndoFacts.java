package io.quorate.record;

import io.quorate.data.KeptDirectory;
import java.util.List;
import java.util.Optional;

/**
 * Facts after a restore: the directories that the restore left behind, and the changes since the
 * restore. The facts tell whether the restore can be undone.
 *
 * @param kept data that operations set aside at the places of the members
 * @param unseen the hosts on which nobody could look for such data, each with why, in words
 * @param own how many changes Quorate itself made since the revision up to which nobody else is
 *     known to have written; empty where that was not counted
 * @param uncounted why it was not counted, in words; empty where it was
 */
public record UndoFacts(
    List<KeptDirectory> kept, List<String> unseen, Optional<Long> own, Optional<String> uncounted) {
  /** Nothing is known. */
  public static final UndoFacts NONE =
      new UndoFacts(List.of(), List.of(), Optional.empty(), Optional.empty());

  public UndoFacts {
    kept = List.copyOf(kept);
    unseen = List.copyOf(unseen);
  }

  /** The data that this operation set aside. */
  public List<KeptDirectory> keptBy(String operation) {
    return kept.stream().filter(one -> one.operation().equals(operation)).toList();
  }
}
