package io.quorate.etcd;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trust manager that remembers the chain a server showed and leaves the verdict to another trust
 * manager.
 */
final class ShownChain extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager judge;
  private volatile List<X509Certificate> shown = List.of();

  ShownChain(X509ExtendedTrustManager judge) {
    this.judge = judge;
  }

  /** The chain, the server's own certificate first; empty before a server showed one. */
  List<X509Certificate> shown() {
    return shown;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    shown = List.of(chain);
    judge.checkServerTrusted(chain, kind, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    shown = List.of(chain);
    judge.checkServerTrusted(chain, kind, engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    shown = List.of(chain);
    judge.checkServerTrusted(chain, kind);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket)
      throws CertificateException {
    judge.checkClientTrusted(chain, kind, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine)
      throws CertificateException {
    judge.checkClientTrusted(chain, kind, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String kind) throws CertificateException {
    judge.checkClientTrusted(chain, kind);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return judge.getAcceptedIssuers();
  }
}
