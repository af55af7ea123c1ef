package io.quorate.ssh;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a host is reached over SSH.
 *
 * @param address a name, an IPv4 or an IPv6 address; a name is resolved anew at each connect
 * @param port 1 to 65535
 * @param user who logs in
 * @param identityFile a private key without a passphrase; empty: the keys of the agent, then {@code
 *     ~/.ssh/id_ed25519} and {@code ~/.ssh/id_rsa}
 * @param knownHosts the file with the host keys; empty: {@code ~/.ssh/known_hosts}
 * @param jump hosts to go through, the nearest first, each {@code [user@]host[:port]} with IPv6 in
 *     brackets; without a user it is the user of the target
 * @param sudo whether scripts and reads run as root through {@code sudo -n}
 */
public record SshTarget(
    String address,
    int port,
    String user,
    Optional<Path> identityFile,
    Optional<Path> knownHosts,
    List<String> jump,
    boolean sudo) {
  /**
   * Checks the form of all parts.
   *
   * @throws IllegalArgumentException with a sentence where one cannot be meant
   */
  public SshTarget {
    address = withoutBrackets(address);
    jump = List.copyOf(jump);
    hops(address, port, user, jump);
  }

  /** The host in a sentence, such as "10.0.0.1 as quorate". */
  public String name() {
    return host().name();
  }

  /** The host, without the way to it. */
  SshHop host() {
    return new SshHop(user, address, port);
  }

  /** All logins in their order; the last is the host. */
  List<SshHop> hops() {
    return hops(address, port, user, jump);
  }

  private static List<SshHop> hops(String address, int port, String user, List<String> jump) {
    var hops = new ArrayList<SshHop>();
    jump.forEach(text -> hops.add(SshHop.jump(text, user)));
    hops.add(new SshHop(user, address, port));
    return List.copyOf(hops);
  }

  private static String withoutBrackets(String address) {
    boolean bracketed = address.startsWith("[") && address.endsWith("]");
    return bracketed ? address.substring(1, address.length() - 1) : address;
  }
}
