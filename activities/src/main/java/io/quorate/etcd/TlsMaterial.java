package io.quorate.etcd;

import io.grpc.ChannelCredentials;
import io.grpc.TlsChannelCredentials;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** The files of {@link Tls}, read once, for gRPC and plain HTTPS. */
final class TlsMaterial {
  private static final char[] NO_PASSWORD = {};

  private final TrustManager[] trust;
  private final KeyManager[] keys;

  private TlsMaterial(TrustManager[] trust, KeyManager[] keys) {
    this.trust = trust;
    this.keys = keys;
  }

  /** Reads the files. Throws {@link Failure.Fault} with the name of a file that cannot be used. */
  static TlsMaterial read(Tls tls) {
    try {
      KeyManager[] keys =
          tls.certificate().isPresent() && tls.key().isPresent()
              ? keys(tls.certificate().get(), tls.key().get())
              : new KeyManager[0];
      return new TlsMaterial(trust(tls.ca()), keys);
    } catch (IOException | GeneralSecurityException e) {
      throw new Failure.Fault("TLS files for etcd cannot be used: " + e.getMessage(), e);
    }
  }

  /** Returns material that trusts the CAs of the Java platform and presents no certificate. */
  static TlsMaterial ofPlatform() {
    return read(new Tls(Optional.empty(), Optional.empty(), Optional.empty()));
  }

  ChannelCredentials forGrpc() {
    TlsChannelCredentials.Builder credentials =
        TlsChannelCredentials.newBuilder().trustManager(trust);
    return keys.length == 0 ? credentials.build() : credentials.keyManager(keys).build();
  }

  SSLContext forHttp() {
    return context(trust);
  }

  /** A context of its own, so that no session of an earlier connection is resumed. */
  SSLContext forHttp(ShownChain chain) {
    return context(new TrustManager[] {chain});
  }

  /** A memory of the chain that one server shows, which trusts what this material trusts. */
  ShownChain remembering() {
    return Stream.of(trust)
        .filter(X509ExtendedTrustManager.class::isInstance)
        .map(X509ExtendedTrustManager.class::cast)
        .findFirst()
        .map(ShownChain::new)
        .orElseThrow(() -> new Failure.Fault("this Java has no trust manager for TLS"));
  }

  private SSLContext context(TrustManager[] judges) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, judges, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new Failure.Fault("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static TrustManager[] trust(Optional<Path> ca)
      throws IOException, GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    if (ca.isEmpty()) {
      return platform(factory);
    }
    KeyStore store = emptyStore();
    int number = 0;
    for (X509Certificate certificate : PemFiles.certificates(ca.get())) {
      store.setCertificateEntry("ca-" + number++, certificate);
    }
    factory.init(store);
    return factory.getTrustManagers();
  }

  /**
   * Returns the trust managers of the Java platform, which the JDK uses when it is given no key
   * store.
   */
  @SuppressWarnings("NullAway")
  private static TrustManager[] platform(TrustManagerFactory factory)
      throws GeneralSecurityException {
    factory.init((KeyStore) null);
    return factory.getTrustManagers();
  }

  private static KeyManager[] keys(Path certificate, Path key)
      throws IOException, GeneralSecurityException {
    KeyStore store = emptyStore();
    store.setKeyEntry(
        "client", PemFiles.privateKey(key), NO_PASSWORD, PemFiles.certificates(certificate));
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }
}
