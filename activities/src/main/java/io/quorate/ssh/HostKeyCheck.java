package io.quorate.ssh;

import java.security.PublicKey;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.signature.Signature;

/**
 * Check of the key that one host shows while it is connected to. The session's own exception says
 * only that the key "did not validate"; why is kept here.
 */
final class HostKeyCheck {
  /** Finds the check of a session, from its first moment on. */
  static final AttributeKey<HostKeyCheck> OF_SESSION = new AttributeKey<>();

  private final KnownHosts known;
  private final SshHop hop;
  private volatile Optional<String> objection = Optional.empty();

  HostKeyCheck(KnownHosts known, SshHop hop) {
    this.known = known;
    this.hop = hop;
  }

  boolean isTrusted(PublicKey shown) {
    objection = known.objection(hop, ShownKey.of(shown));
    return objection.isEmpty();
  }

  /** Why the key was not trusted; empty when it was, or was not shown yet. */
  Optional<String> objection() {
    return objection;
  }

  /**
   * Asks the host for keys of the known types first: a host that has several shows the one that was
   * asked for first, and another one would be taken for a changed key. The list is only sorted,
   * because it says as well which keys may log in. Certificates come last: they would be shown in
   * place of the key that is known.
   */
  void sortSignatures(Session session) {
    List<String> types = known.typesOf(hop);
    List<NamedFactory<Signature>> sorted =
        session.getSignatureFactories().stream()
            .sorted(Comparator.comparingInt(each -> rank(types, each)))
            .toList();
    session.setSignatureFactories(sorted);
  }

  private static int rank(List<String> types, NamedResource signature) {
    String name = signature.getName();
    if (name.contains("-cert-")) {
      return types.size() + 1;
    }
    int place = types.indexOf(KeyUtils.getCanonicalKeyType(name));
    return place < 0 ? types.size() : place;
  }

  static Optional<HostKeyCheck> of(ClientSession session) {
    var context = session.getConnectionContext();
    return context == null
        ? Optional.empty()
        : Optional.ofNullable(context.getAttribute(OF_SESSION));
  }
}
