package io.quorate.cluster;

/** etcd's own id of a cluster: unsigned 64 bit, printed in hexadecimal as etcdctl does. */
public record ClusterId(long value) {
  /** Parses etcd's hexadecimal form; {@link NumberFormatException} when it is none. */
  public static ClusterId parse(String hexadecimal) {
    return new ClusterId(Long.parseUnsignedLong(hexadecimal, 16));
  }

  @Override
  public String toString() {
    return Long.toUnsignedString(value, 16);
  }
}
