package io.quorate.etcd;

import java.security.KeyManagementException;
import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * TLS context of a client that never speaks TLS. The JDK's HTTP client wants a context before its
 * first request; the platform's context loads its ciphers, which takes as long as a look at a
 * cluster.
 */
final class NoTls extends SSLContext {
  NoTls() {
    super(new Refusing(), new None(), "none");
  }

  private static final class None extends Provider {
    private static final long serialVersionUID = 1L;

    None() {
      super("quorate-no-tls", "1", "no TLS at all");
    }
  }

  /**
   * Provider that answers only the question for parameters, which the HTTP client asks when it is
   * made.
   */
  private static final class Refusing extends SSLContextSpi {
    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return new SSLParameters(new String[0], new String[0]);
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return engineGetDefaultSSLParameters();
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
        throws KeyManagementException {
      throw new KeyManagementException("this client speaks no TLS");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      throw refused();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw refused();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      throw refused();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      throw refused();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      throw refused();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      throw refused();
    }

    private static UnsupportedOperationException refused() {
      return new UnsupportedOperationException("this client speaks no TLS");
    }
  }
}
