package io.quorate.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import io.quorate.port.Failure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** The servers that a client takes for the API server. */
final class ApiTrust {
  private ApiTrust() {}

  /**
   * Lets a client trust these certificates and no others. The client library would add them to all
   * public authorities, each of which could then sign for an API server.
   *
   * @param of the source, for the sentence
   */
  static void only(String pem, String of, Config config, HttpClient.Builder http) {
    try {
      http.sslContext(SSLUtils.keyManagers(config), trusting(pem, of));
    } catch (GeneralSecurityException | IOException e) {
      throw new Failure.Fault(
          "the certificate-authority or the client certificate of " + of + " cannot be read", e);
    }
  }

  private static TrustManager[] trusting(String pem, String of)
      throws GeneralSecurityException, IOException {
    Collection<? extends Certificate> authorities =
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.UTF_8)));
    if (authorities.isEmpty()) {
      throw new Failure.Fault("the certificate-authority of " + of + " holds no certificate");
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    int number = 0;
    for (Certificate each : authorities) {
      store.setCertificateEntry("authority-" + number++, each);
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}
