package io.quorate.etcd;

/**
 * User and password for etcd's own authentication. The user needs the role root for membership
 * changes, snapshots and hashes (docs/etcd.md#clients-in-java).
 */
public record Login(String user, String password) {
  /** Without the password: this may end up in a log. */
  @Override
  public String toString() {
    return "user " + user;
  }
}
