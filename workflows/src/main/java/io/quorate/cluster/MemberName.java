package io.quorate.cluster;

import java.util.List;
import java.util.regex.Pattern;

/** Stable name of a member. A replacement keeps it and gets another {@link MemberId}. */
public record MemberName(String value) implements Comparable<MemberName> {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  /** Throws {@link IllegalArgumentException} when the name is blank. */
  public MemberName {
    if (value.isBlank()) {
      throw new IllegalArgumentException("a member's name cannot be blank");
    }
  }

  /**
   * Whether a configuration may have this text for a name. Etcd separates names and URLs by = and
   * commas, files are named after members, and people paste commands with names into a shell.
   */
  public static boolean isPlain(String name) {
    return PLAIN.matcher(name).matches();
  }

  @Override
  public int compareTo(MemberName other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }

  /** The names in a sentence: {@code etcd-0, etcd-1 and etcd-2}; empty for none. */
  public static String inWords(List<MemberName> members) {
    List<String> names = members.stream().map(MemberName::value).toList();
    int last = names.size() - 1;
    return last < 1
        ? String.join("", names)
        : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }
}
