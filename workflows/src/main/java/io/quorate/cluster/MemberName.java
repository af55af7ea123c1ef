package io.quorate.cluster;

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
}
