package io.quorate.cluster;

import java.util.regex.Pattern;

/**
 * Name of a cluster in the configuration, chosen by the operator and stable for ever.
 *
 * <p>Lower-case letters, digits and hyphens, 1 to 63 characters: it is part of workflow ids,
 * operation ids and file names. etcd's own cluster id is a {@link ClusterId}; a restore changes it.
 */
public record ClusterKey(String value) implements Comparable<ClusterKey> {
  private static final String RESERVED = "_selftest";

  private static final Pattern FORM =
      Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?|" + RESERVED);

  /** Cluster that the self-test plays; no configuration has a cluster of this name. */
  public static final ClusterKey SELF_TEST = new ClusterKey(RESERVED);

  /** Throws {@link IllegalArgumentException} with a sentence for people when the form is wrong. */
  public ClusterKey {
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "'"
              + value
              + "' cannot be a cluster key: use 1 to 63 lower-case letters, digits and hyphens");
    }
  }

  @Override
  public int compareTo(ClusterKey other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
