package io.quorate.cluster;

/**
 * What fails together, here a zone. A member whose zone is not known is in {@link #UNKNOWN}, which
 * counts as one shared domain (docs/etcd.md#failure-domains: pessimistic).
 */
public record FailureDomain(String value) {
  public static final FailureDomain UNKNOWN = new FailureDomain("unknown");

  @Override
  public String toString() {
    return value;
  }
}
