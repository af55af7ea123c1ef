package io.quorate.etcd;

import com.google.protobuf.ByteString;

/**
 * What keys of one kind begin with: the first element of their path, and below {@code /registry/},
 * where Kubernetes keeps everything, the first two; nothing for a key that is no path.
 */
record KeyPrefix(ByteString bytes) {
  private static final ByteString KUBERNETES = ByteString.copyFromUtf8("/registry/");
  private static final byte SLASH = '/';

  /** The byte after the slash: the first that comes after all keys of a prefix. */
  private static final ByteString AFTER_SLASH = ByteString.copyFromUtf8("0");

  static KeyPrefix of(ByteString key) {
    int first = slash(key, 1);
    int end = key.startsWith(KUBERNETES) ? Math.max(first, slash(key, KUBERNETES.size())) : first;
    return new KeyPrefix(key.substring(0, end + 1));
  }

  /** Whether it holds all keys that begin with it, so that they can be counted at once. */
  boolean isWhole() {
    return !bytes.isEmpty() && !bytes.equals(KUBERNETES);
  }

  /** The first key after all that begin with it. */
  ByteString after() {
    return bytes.substring(0, bytes.size() - 1).concat(AFTER_SLASH);
  }

  /** For people; bytes that are no text become question marks. */
  @Override
  public String toString() {
    return bytes.toStringUtf8();
  }

  /** Where the next slash is, or -1. */
  private static int slash(ByteString key, int from) {
    for (int at = from; at < key.size(); at++) {
      if (key.byteAt(at) == SLASH) {
        return at;
      }
    }
    return -1;
  }
}
