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
 * TLS context of a client that never speaks TLS. The JDK's HTTP client wants one before its first
 * request; those of the platform load its ciphers, which takes as long as a look at a cluster.
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

  /** Has parameters, which the client asks for when it is made, and nothing else. */
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
