package io.quorate.operation;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Notice of an operation: one sentence about one topic.
 *
 * @param topic what it is about, such as {@code cause 1763780400} for the cause of the park that
 *     began then: the next park has a topic of its own
 * @param withdrawn whether it is no longer so; it is kept for those who were told of it
 */
public record Notice(String topic, String sentence, boolean withdrawn) {
  public Notice {
    topic = Missing.orElse(topic, "");
    sentence = Missing.orElse(sentence, "");
  }

  /** Notices of a state that names no topics: each is known by its place. */
  static List<Notice> numbered(List<String> sentences) {
    return IntStream.range(0, sentences.size())
        .mapToObj(index -> new Notice(String.valueOf(index + 1), sentences.get(index), false))
        .toList();
  }
}
