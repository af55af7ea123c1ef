package io.quorate.operation;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Notice of an operation: one sentence about one topic.
 *
 * @param topic subject of the notice, such as {@code cause 1763780400} for the cause of the park
 *     that began then: the next park has a topic of its own
 * @param withdrawn whether the sentence no longer holds; the notice is kept for people who were
 *     told of it
 */
public record Notice(String topic, String sentence, boolean withdrawn) {
  /**
   * Returns notices for the sentences of a state without topics; the topic of each is its number.
   */
  static List<Notice> numbered(List<String> sentences) {
    return IntStream.range(0, sentences.size())
        .mapToObj(index -> new Notice(String.valueOf(index + 1), sentences.get(index), false))
        .toList();
  }
}
