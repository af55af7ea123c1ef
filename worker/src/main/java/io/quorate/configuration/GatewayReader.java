package io.quorate.configuration;

import io.quorate.configuration.GatewaySettings.GatewayTransport;
import io.quorate.token.TokensFile;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads the section {@code gateway}. Whoever can reach the gateway can decide, so it listens beyond
 * loopback only where it knows people by their tokens and nobody on the way reads these.
 */
record GatewayReader(Section section, Paths paths) {
  private static final HostPort LISTEN = new HostPort("127.0.0.1", 8085);
  private static final String TLS =
      "tls: {certificateFile: /etc/quorate/gateway.crt, keyFile: /etc/quorate/gateway.key}, or tls:"
          + " behind-proxy";
  private static final String TOKENS = "tokensFile: /etc/quorate/tokens";
  private static final String ALERT_TOKEN = "alertTokenFile: /etc/quorate/alert-token";

  GatewaySettings read(Conflicts conflicts) {
    if (!section.has("listen")) {
      conflicts.standard(LISTEN, "gateway.listen");
    }
    HostPort listen = section.orElse("listen", LISTEN, conflicts.address(ValueParsers::hostPort));
    Optional<SecretFile> alertToken = section.optional("alertTokenFile", paths::secret);
    Optional<TokensFile> tokens = section.optional("tokensFile", this::tokens).map(TokensFile::new);
    GatewayTransport transport = transport();
    Optional<URI> publicUrl = section.optional("publicUrl", GatewayReader::withoutPath);
    if (!listen.loopback()) {
      requireLogins(listen);
    } else if (section.has("tls") && !section.has("tokensFile")) {
      section.problem(
          "tls",
          "is for people on other machines, who show tokens: write "
              + TOKENS
              + ", or leave it"
              + " out");
    }
    if (section.has("tokensFile") && !section.has("alertTokenFile")) {
      section.missing("alertTokenFile", ALERT_TOKEN + "; beside tokens alerts show one, too");
    }
    if (section.has("tls") && publicUrl.filter(url -> "http".equals(url.getScheme())).isPresent()) {
      section.problem("publicUrl", "begins with http://, but tls is set; write https://");
    }
    return new GatewaySettings(listen, alertToken, tokens, transport, publicUrl);
  }

  private void requireLogins(HostPort listen) {
    boolean tokens = section.has("tokensFile");
    boolean tls = section.has("tls");
    if (tokens && tls) {
      return;
    }
    String missing = (tokens ? "" : TOKENS) + (tokens || tls ? "" : " and ") + (tls ? "" : TLS);
    section.problem(
        "listen",
        "beyond loopback the gateway has to know people and to keep their tokens secret; write "
            + missing
            + "; or, for this machine only, listen: 127.0.0.1:"
            + listen.port());
  }

  private Path tokens(Scalar scalar) throws Wrong {
    Path file = paths.path(scalar);
    if (!paths.environment().readable().test(file)) {
      throw new Wrong(
          "there is no file "
              + file
              + " that can be read; make it with: quorate token create NAME --file "
              + file);
    }
    return file;
  }

  /** The page asks for its parts and the API from the root of its host. */
  private static URI withoutPath(Scalar scalar) throws Wrong {
    URI url = ValueParsers.pageUrl(scalar);
    if (!url.getRawPath().isEmpty() && !url.getRawPath().equals("/")) {
      throw new Wrong(
          "'"
              + scalar.written()
              + "' has a path; give the gateway a host of its own, as https://quorate.example.net");
    }
    return url;
  }

  private GatewayTransport transport() {
    if (section.isText("tls")) {
      return section.orElse("tls", new GatewayTransport.Clear(), GatewayReader::behindProxy);
    }
    return section
        .<GatewayTransport>section("tls", TLS, this::ownTls)
        .orElseGet(GatewayTransport.Clear::new);
  }

  private static GatewayTransport behindProxy(Scalar scalar) throws Wrong {
    if (ValueParsers.text(scalar).equals("behind-proxy")) {
      return new GatewayTransport.BehindProxy();
    }
    throw new Wrong("'" + scalar.written() + "' is neither files nor behind-proxy; write " + TLS);
  }

  private GatewayTransport ownTls(Section tls) {
    Path none = paths.directory();
    return new GatewayTransport.OwnTls(
        tls.required(
            "certificateFile", "certificateFile: /etc/quorate/gateway.crt", none, paths::existing),
        tls.required("keyFile", "keyFile: /etc/quorate/gateway.key", none, paths::existing));
  }
}
