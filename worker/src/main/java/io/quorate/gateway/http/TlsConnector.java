package io.quorate.gateway.http;

import io.quorate.configuration.HostPort;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Jetty's connector for HTTPS. */
final class TlsConnector {
  private TlsConnector() {}

  /**
   * Creates the connector. It answers whatever name the client asked TLS for: the one certificate
   * is all there is, and whether it fits is for the client to judge.
   */
  static Connector of(Server server, HttpConfiguration http, SSLContext tls, HostPort listen) {
    SslContextFactory.Server factory = new SslContextFactory.Server();
    factory.setSslContext(tls);
    http.addCustomizer(new SecureRequestCustomizer(false));
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    ServerConnector connector =
        new ServerConnector(server, new SslConnectionFactory(factory, plain.getProtocol()), plain);
    connector.setHost(listen.bare());
    connector.setPort(listen.port());
    return connector;
  }
}
