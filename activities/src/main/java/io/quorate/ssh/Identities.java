package io.quorate.ssh;

import io.quorate.port.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.sshd.client.auth.pubkey.KeyAgentIdentity;
import org.apache.sshd.client.auth.pubkey.KeyPairIdentity;
import org.apache.sshd.client.auth.pubkey.PublicKeyIdentity;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKey;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.signature.SignatureFactoriesManager;
import org.apache.sshd.common.util.io.resource.PathResource;
import org.apache.sshd.common.util.security.SecurityUtils;

/**
 * The keys that are offered to a host, loaded before the login: a login says of a key that is
 * missing, encrypted or refused only that "no more authentication methods" are left.
 *
 * @param offered in their order, each a way to sign
 * @param words each of them for people: fingerprint and where it is from
 * @param remarks keys that could not be used, and why
 */
record Identities(List<Offer> offered, List<String> words, List<String> remarks) {
  /** Finds the keys of a session, which is asked for them before it is known to who opens it. */
  static final AttributeKey<Identities> OF_SESSION = new AttributeKey<>();

  private static final List<String> STANDARD = List.of("id_ed25519", "id_rsa");

  /** A key, ready once its session is known. */
  @FunctionalInterface
  interface Offer {
    PublicKeyIdentity to(ClientSession session, SignatureFactoriesManager factories);
  }

  /**
   * The keys for a target.
   *
   * @param home the user's home directory
   * @throws Failure.Fault where the configured key cannot be used, or there is none at all
   */
  static Identities of(SshTarget target, Path home, Optional<Path> agentSocket) {
    var found = new Identities(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    if (target.identityFile().isPresent()) {
      found.add(target.identityFile().get(), load(target.identityFile().get()));
      return found;
    }
    agentSocket.ifPresent(found::addAgent);
    for (String name : STANDARD) {
      Path file = home.resolve(".ssh").resolve(name);
      if (Files.exists(file)) {
        found.addIfUsable(file);
      }
    }
    if (found.offered.isEmpty()) {
      throw new Failure.Fault(
          ("there is no key for %s: no agent has one, and neither %s is usable%s; "
                  + "name one as identityFile")
              .formatted(
                  target.name(),
                  String.join(" nor ", STANDARD.stream().map(each -> "~/.ssh/" + each).toList()),
                  found.inBrackets()));
    }
    return found;
  }

  /** Why none of the keys was taken, and what to do. */
  String refusal(SshHop hop) {
    String keys =
        words.size() == 1 ? "the key " + words.getFirst() : "any of " + String.join(", ", words);
    return ("%s does not take %s for user %s%s; "
            + "add its public half to ~%s/.ssh/authorized_keys there")
        .formatted(hop.place(), keys, hop.user(), inBrackets(), hop.user());
  }

  /** The way to log in with the keys of a session, and no other way. */
  static UserAuthPublicKeyFactory login() {
    return new UserAuthPublicKeyFactory() {
      @Override
      public UserAuthPublicKey createUserAuth(ClientSession session) throws IOException {
        return new UserAuthPublicKey(getSignatureFactories()) {
          @Override
          protected Iterator<PublicKeyIdentity> createPublicKeyIterator(
              ClientSession asked, SignatureFactoriesManager factories) {
            return of(asked).stream()
                .flatMap(each -> each.offered.stream())
                .map(offer -> offer.to(asked, factories))
                .iterator();
          }
        };
      }
    };
  }

  private static Optional<Identities> of(ClientSession session) {
    var context = session.getConnectionContext();
    return context == null
        ? Optional.empty()
        : Optional.ofNullable(context.getAttribute(OF_SESSION));
  }

  private String inBrackets() {
    return remarks.isEmpty() ? "" : " (" + String.join("; ", remarks) + ")";
  }

  private void add(Path file, KeyPair pair) {
    words.add(ShownKey.fingerprint(pair.getPublic()) + " of " + file);
    offered.add((session, factories) -> new KeyPairIdentity(factories, session, pair));
  }

  private void addIfUsable(Path file) {
    try {
      add(file, load(file));
    } catch (Failure.Fault e) {
      remarks.add(String.valueOf(e.getMessage()));
    }
  }

  private void addAgent(Path socket) {
    var agent = new UnixAgent(socket);
    try {
      for (var each : agent.getIdentities()) {
        words.add(ShownKey.fingerprint(each.getKey()) + " of the agent");
        offered.add(
            (session, factories) -> new KeyAgentIdentity(agent, each.getKey(), each.getValue()));
      }
    } catch (IOException | RuntimeException e) {
      remarks.add("the agent at " + socket + " could not be asked");
    }
  }

  /** The private key in the file. No exception of the reader is passed on: it may quote the key. */
  private static KeyPair load(Path file) {
    var encrypted = new AtomicBoolean();
    FilePasswordProvider none =
        (session, resource, attempt) -> {
          encrypted.set(true);
          return null;
        };
    try (InputStream stream = Files.newInputStream(file)) {
      var pairs = SecurityUtils.loadKeyPairIdentities(null, new PathResource(file), stream, none);
      if (pairs != null && pairs.iterator().hasNext()) {
        return pairs.iterator().next();
      }
    } catch (NoSuchFileException e) {
      throw new Failure.Fault("the private key " + file + " is missing; check identityFile");
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      if (!Files.isReadable(file)) {
        throw new Failure.Fault(
            "the private key " + file + " cannot be read; make it readable for Quorate's user");
      }
    }
    throw new Failure.Fault(
        encrypted.get()
            ? ("the private key %s has a passphrase, which Quorate cannot type; "
                    + "give it to an agent, or use a key without one")
                .formatted(file)
            : ("%s holds no private key that Quorate understands "
                    + "(OpenSSH or PEM; ed25519, ecdsa or rsa)")
                .formatted(file));
  }
}
