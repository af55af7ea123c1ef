package io.quorate.etcd;

/**
 * User and password for etcd's own authentication. Membership changes, snapshots and hashes need
 * the role root (docs/etcd.md#clients-in-java).
 */
public record Login(String user, String password) {
  /** The user alone, because this text may end up in a log. */
  @Override
  public String toString() {
    return "user " + user;
  }
}
