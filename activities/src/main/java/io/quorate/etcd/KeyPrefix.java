package io.quorate.etcd;

import com.google.protobuf.ByteString;

/**
 * Prefix by which keys are counted: the first element of a path; below {@code /registry/}, where
 * Kubernetes keeps everything, the first two; empty for a key that is no path.
 */
record KeyPrefix(ByteString bytes) {
  private static final ByteString KUBERNETES = ByteString.copyFromUtf8("/registry/");
  private static final byte SLASH = '/';

  /**
   * The byte after the slash. A prefix with its last slash replaced by this byte is the first key
   * after all keys of the prefix.
   */
  private static final ByteString AFTER_SLASH = ByteString.copyFromUtf8("0");

  static KeyPrefix of(ByteString key) {
    int first = slash(key, 1);
    int end = key.startsWith(KUBERNETES) ? Math.max(first, slash(key, KUBERNETES.size())) : first;
    return new KeyPrefix(key.substring(0, end + 1));
  }

  /**
   * Whether all keys that begin with these bytes belong to this prefix, so that one request can
   * count them.
   */
  boolean isWhole() {
    return !bytes.isEmpty() && !bytes.equals(KUBERNETES);
  }

  /** The first key after all keys of this prefix. */
  ByteString after() {
    return bytes.substring(0, bytes.size() - 1).concat(AFTER_SLASH);
  }

  /** The prefix for people; bytes that are no text become question marks. */
  @Override
  public String toString() {
    return bytes.toStringUtf8();
  }

  /** The position of the next slash, or -1. */
  private static int slash(ByteString key, int from) {
    for (int at = from; at < key.size(); at++) {
      if (key.byteAt(at) == SLASH) {
        return at;
      }
    }
    return -1;
  }
}
