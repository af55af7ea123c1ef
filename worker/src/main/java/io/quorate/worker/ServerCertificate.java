package io.quorate.worker;

import io.quorate.etcd.PemFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * Certificate of the gateway with its key.
 *
 * @param until when the certificate expires
 */
record ServerCertificate(X509ExtendedKeyManager keys, Instant from, Instant until) {
  private static final char[] NO_PASSWORD = {};

  /** How long before its end an expiring certificate is warned of. */
  private static final Duration SOON = Duration.ofDays(14);

  /**
   * Reads the two files. Throws when they cannot be used, also when the key is not that of the
   * certificate, as while one of the files is new and the other one is not yet.
   */
  static ServerCertificate read(Path certificate, Path key)
      throws IOException, GeneralSecurityException {
    X509Certificate[] chain = PemFiles.certificates(certificate);
    PrivateKey secret = PemFiles.privateKey(key);
    if (!belong(chain[0].getPublicKey(), secret)) {
      throw new IOException(
          "the key in " + key + " is not that of the certificate in " + certificate);
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setKeyEntry("gateway", secret, NO_PASSWORD, chain);
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return new ServerCertificate(
        only(factory.getKeyManagers()),
        chain[0].getNotBefore().toInstant(),
        chain[0].getNotAfter().toInstant());
  }

  /** Why clients refuse the certificate now, or will soon; empty when they do not. */
  Optional<String> trouble(Instant now) {
    if (now.isBefore(from)) {
      return Optional.of("it is valid from " + from + " only; compare the clocks");
    }
    if (!now.isBefore(until)) {
      return Optional.of("it expired at " + until + "; put a new one in its place");
    }
    return now.plus(SOON).isBefore(until)
        ? Optional.empty()
        : Optional.of("it expires at " + until + "; put a new one in its place before");
  }

  private static X509ExtendedKeyManager only(KeyManager[] managers) {
    for (KeyManager manager : managers) {
      if (manager instanceof X509ExtendedKeyManager keys) {
        return keys;
      }
    }
    throw new IllegalStateException("this Java has no key manager for TLS");
  }

  private static boolean belong(PublicKey open, PrivateKey secret) throws GeneralSecurityException {
    if (!open.getAlgorithm().equals(secret.getAlgorithm())) {
      return false;
    }
    String algorithm =
        switch (open.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> open.getAlgorithm();
        };
    byte[] something = {1};
    Signature signing = Signature.getInstance(algorithm);
    signing.initSign(secret);
    signing.update(something);
    byte[] signed = signing.sign();
    Signature verifying = Signature.getInstance(algorithm);
    verifying.initVerify(open);
    verifying.update(something);
    return verifying.verify(signed);
  }
}
