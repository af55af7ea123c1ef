package io.quorate.cluster;

/**
 * etcd's id of a member: unsigned 64 bit, printed in hexadecimal as etcdctl does. A member that is
 * removed and added again gets another one.
 */
public record MemberId(long value) {
  /** Parses etcd's hexadecimal form; {@link NumberFormatException} when it is none. */
  public static MemberId parse(String hexadecimal) {
    return new MemberId(Long.parseUnsignedLong(hexadecimal, 16));
  }

  @Override
  public String toString() {
    return Long.toUnsignedString(value, 16);
  }
}
