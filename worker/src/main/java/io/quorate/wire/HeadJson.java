package io.quorate.wire;

import io.quorate.head.Head;
import java.util.List;
import java.util.stream.Stream;

/**
 * The first lines that people read of an operation or an incident. A line that has nothing to say
 * is empty.
 *
 * @param title what the matter is, such as {@code payments: replace etcd-1}
 * @param wrong what is wrong, with the member and since when
 * @param proposed what is proposed, with the member
 * @param costs what that costs, the worst first
 * @param asked who asked, and who has answered or is missing
 * @param next what happens next
 * @param push the first two lines and the worst of the third in at most 150 characters
 */
public record HeadJson(
    String title,
    String wrong,
    String proposed,
    String costs,
    String asked,
    String next,
    String push) {
  /** Returns the JSON of a head. */
  public static HeadJson of(Head head) {
    return new HeadJson(
        head.title(),
        head.wrong(),
        head.proposed(),
        head.costs(),
        head.asked(),
        head.next(),
        head.push());
  }

  /** The lines that say something, in their order. */
  public List<String> lines() {
    return Stream.of(wrong, proposed, costs, asked, next).filter(line -> !line.isBlank()).toList();
  }
}
