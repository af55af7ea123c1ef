package io.quorate.cluster;

import java.util.List;

/** Stable name of a member. A replacement keeps it and gets another {@link MemberId}. */
public record MemberName(String value) implements Comparable<MemberName> {
  /** Throws {@link IllegalArgumentException} when the name is blank. */
  public MemberName {
    if (value.isBlank()) {
      throw new IllegalArgumentException("a member's name cannot be blank");
    }
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
