package io.quorate.cluster;

/**
 * A group of members that fail together: a zone, or a site, which holds zones. A member without a
 * known zone is in {@link #UNKNOWN}, which counts as one shared domain
 * (docs/etcd.md#failure-domains: pessimistic).
 */
public record FailureDomain(String value) {
  public static final FailureDomain UNKNOWN = new FailureDomain("unknown");

  @Override
  public String toString() {
    return value;
  }
}
