package io.quorate.etcd;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * One TLS handshake by hand, to find out why a connection of gRPC's broke. In TLS 1.3 a server
 * judges the client's certificate after the client has finished; its alert then reaches a
 * connection that gRPC holds to be ready, and gRPC says no more than that the network closed, or
 * connects anew until the deadline.
 */
record Handshake(SSLContext context) {
  private static final int LIMIT_MILLIS = 1_000;

  /** Why there is no TLS connection, in words; empty when it was not TLS. Takes up to 2 s. */
  Optional<String> trouble(URI url) {
    try (Socket plain = new ListeningSocket()) {
      plain.connect(new InetSocketAddress(url.getHost(), url.getPort()), LIMIT_MILLIS);
      plain.setSoTimeout(LIMIT_MILLIS);
      shake(plain, url);
      return Optional.empty();
    } catch (SocketTimeoutException waiting) {
      return Optional.empty();
    } catch (IOException broken) {
      return TlsTrouble.in(broken);
    }
  }

  private void shake(Socket plain, URI url) throws IOException {
    try (SSLSocket tls =
        (SSLSocket)
            context.getSocketFactory().createSocket(plain, url.getHost(), url.getPort(), true)) {
      SSLParameters parameters = tls.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      parameters.setApplicationProtocols(new String[] {"h2"});
      tls.setSSLParameters(parameters);
      tls.startHandshake();
      // An alert comes at once; otherwise etcd greets, or waits for us to speak.
      tls.getInputStream().read();
    }
  }

  /**
   * Goes on when the other side has ended while we still speak: what it said before is there to be
   * read, and says why.
   */
  private static final class ListeningSocket extends Socket {
    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(byte[] bytes, int from, int length) {
          try {
            out.write(bytes, from, length);
          } catch (IOException ended) {
            // Reading tells more.
          }
        }

        @Override
        public void flush() {
          // Nothing is kept back.
        }
      };
    }
  }
}
