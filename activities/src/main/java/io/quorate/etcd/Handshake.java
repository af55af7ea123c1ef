package io.quorate.etcd;

import io.quorate.cluster.TlsFailure;
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
 * Does one TLS handshake by hand to find out why a connection of gRPC broke. In TLS 1.3 a server
 * judges the client certificate after the client has finished, so its alert reaches a connection
 * that gRPC holds to be ready; gRPC then says only that the network closed, or connects anew until
 * the deadline.
 */
record Handshake(SSLContext context) {
  private static final int LIMIT_MILLIS = 1_000;

  /** Why TLS failed; empty when TLS is not the reason. Takes up to 2 s. */
  Optional<TlsFailure> trouble(URI url) {
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
      // An alert of TLS arrives at once; without an alert, etcd sends its greeting or waits for
      // ours.
      tls.getInputStream().read();
    }
  }

  /**
   * Socket that can still be read after a write failed: the alert that explains why the other side
   * closed the connection may be unread.
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
            // The alert, which is read next, tells more than a failed write.
          }
        }

        @Override
        public void flush() {
          // The stream is not buffered, so there is nothing to flush.
        }
      };
    }
  }
}
