package io.quorate.worker;

import io.quorate.configuration.InvalidConfiguration;
import io.quorate.etcd.PemFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS of a client that trusts the CAs of one file, and shows no certificate. */
final class TrustedAuthority {
  private TrustedAuthority() {}

  /** Reads the CAs; throws with a sentence when the file holds none. */
  static SSLContext in(Path ca) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      for (X509Certificate certificate : PemFiles.certificates(ca)) {
        store.setCertificateEntry("ca-" + store.size(), certificate);
      }
      var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[0], factory.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException unusable) {
      throw new InvalidConfiguration("the CA in " + ca + " cannot be used: " + unusable);
    }
  }
}
