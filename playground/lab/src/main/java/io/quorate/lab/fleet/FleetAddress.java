package io.quorate.lab.fleet;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/**
 * Address of one member: loopback has 1,048,576 addresses in 127.16.0.0/12. One listener serves all
 * members, and each member has a URL and a connection of its own.
 *
 * @param cluster 0 to 262,142
 * @param member 0 to 2
 */
public record FleetAddress(int cluster, int member) {
  /** Members of each cluster. */
  static final int MEMBERS = 3;

  private static final int PLACES = 4;
  private static final int NET = 127 << 24 | 16 << 16;
  private static final int HOSTS = 0xfffff;

  /** The member whose address was called. Throws {@link IllegalArgumentException} for another. */
  static FleetAddress called(SocketAddress local) {
    if (local instanceof InetSocketAddress inet
        && inet.getAddress() instanceof Inet4Address address) {
      int host = (address.hashCode() & HOSTS) - 1;
      if (host >= 0 && (address.hashCode() & ~HOSTS) == NET) {
        return new FleetAddress(host / PLACES, host % PLACES);
      }
    }
    throw new IllegalArgumentException(local + " is no address of the fleet");
  }

  /** The address as a URL has it: {@code 127.16.0.1}. */
  public String host() {
    int address = NET | (PLACES * cluster + member + 1);
    return "%d.%d.%d.%d"
        .formatted(address >>> 24, address >>> 16 & 255, address >>> 8 & 255, address & 255);
  }

  /** The name for which the certificate of a fleet is: {@code 127-16-0-1.fleet.test}. */
  public String name() {
    return host().replace('.', '-') + FleetCertificate.DOMAIN;
  }

  long clusterId() {
    return 0x1000000000000L + cluster;
  }

  long memberId() {
    return 0x2000000000000L + PLACES * (long) cluster + member;
  }
}
