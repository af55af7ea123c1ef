package io.quorate.hosts;

import io.quorate.cluster.MemberId;
import io.quorate.port.Aside;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the name of a directory that was set aside says.
 *
 * @param operation that set it aside
 * @param was the member id under which it was used; empty for a member that was in no list
 */
record AsideName(String operation, Optional<MemberId> was) {
  private static final String UNLISTED = "unlisted";

  /** Seconds of its last change, bytes, path. */
  private static final Pattern FACT =
      Pattern.compile("(\\d+) (\\d*) (/.*\\.aside-(.+)-(" + UNLISTED + "|[0-9a-f]{1,16}))");

  static AsideName of(String operation, MemberId was) {
    return new AsideName(
        OperationName.plain(operation), Optional.of(was).filter(id -> id.value() != 0));
  }

  /** Appended to the name that the directory had. */
  String suffix() {
    return ".aside-" + operation + "-" + was.map(MemberId::toString).orElse(UNLISTED);
  }

  /** All that a look at a member's place told, the oldest first. */
  static List<Aside> list(Facts facts) {
    return facts.all("aside").stream()
        .flatMap(AsideName::parsed)
        .sorted(Comparator.comparing(Aside::since).thenComparing(Aside::path))
        .toList();
  }

  private static Stream<Aside> parsed(String fact) {
    Matcher parts = FACT.matcher(fact);
    if (!parts.matches()) {
      return Stream.empty();
    }
    String whose = parts.group(5);
    return Stream.of(
        new Aside(
            parts.group(3),
            parts.group(4),
            whose.equals(UNLISTED) ? Optional.empty() : Optional.of(MemberId.parse(whose)),
            parts.group(2).isEmpty() ? 0 : Long.parseLong(parts.group(2)),
            Instant.ofEpochSecond(Long.parseLong(parts.group(1)))));
  }
}
