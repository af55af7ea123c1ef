package io.quorate.kubernetes;

import io.quorate.cluster.CleanText;

/** Ids of containers, such as {@code containerd://4f1c...}. */
final class ContainerId {
  private static final int SHOWN = 12;

  private ContainerId() {}

  /** The name of the container for people: {@code container 4f1c2a9be01d}. */
  static String words(String id) {
    String hash = id.substring(id.indexOf("//") < 0 ? 0 : id.indexOf("//") + 2);
    return "container " + CleanText.line(hash.substring(0, Math.min(SHOWN, hash.length())));
  }
}
