package io.quorate.command;

import io.quorate.configuration.GatewaySettings;
import io.quorate.configuration.GatewaySettings.GatewayTransport;
import io.quorate.configuration.HostPort;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where the gateway is, and what is shown to it.
 *
 * @param address URL without a slash at its end
 * @param named what says where it is
 * @param token the person's; empty: none is shown
 * @param ca file with the CA of the gateway's certificate; empty: whom the Java platform trusts
 */
record GatewayAccess(URI address, Named named, Optional<String> token, Optional<Path> ca) {
  /** Environment variable with the URL of a gateway on another machine. */
  static final String ADDRESS = "QUORATE_GATEWAY";

  /** Environment variable with a person's token. */
  static final String TOKEN = "QUORATE_TOKEN";

  /** Environment variable with the file of the CA that signed the gateway's certificate. */
  static final String CA = "QUORATE_GATEWAY_CA";

  /** Source of the gateway's address. */
  enum Named {
    BY_ENVIRONMENT,
    BY_CONFIGURATION
  }

  GatewayAccess {
    if (token.isPresent() && !secret(address)) {
      throw VerbFailure.wrongUsage(
          address
              + " would send your token in the clear; write https:// in $"
              + ADDRESS
              + ", the address that gateway.publicUrl has");
    }
  }

  /**
   * Finds the gateway: the one that the environment names, else the one of the configuration, which
   * is read only then.
   *
   * @param tokenFile the file of {@code --token-file}
   */
  static GatewayAccess of(
      Map<String, String> environment,
      Optional<Path> tokenFile,
      Supplier<GatewaySettings> configured) {
    Optional<String> elsewhere = value(environment, ADDRESS);
    return elsewhere.isPresent()
        ? new GatewayAccess(
            url(elsewhere.get()),
            Named.BY_ENVIRONMENT,
            token(environment, tokenFile),
            ca(environment))
        : of(environment, tokenFile, configured.get());
  }

  /** Finds the gateway of the configuration, whatever the environment names. */
  static GatewayAccess of(
      Map<String, String> environment, Optional<Path> tokenFile, GatewaySettings configured) {
    return new GatewayAccess(
        url(configured), Named.BY_CONFIGURATION, token(environment, tokenFile), ca(environment));
  }

  private static Optional<Path> ca(Map<String, String> environment) {
    return value(environment, CA).map(Path::of);
  }

  /** Whether the environment names a gateway, which then knows its clusters better than we do. */
  static boolean elsewhere(Map<String, String> environment) {
    return value(environment, ADDRESS).isPresent();
  }

  /** The person's token: of the file that was named, else of the environment. */
  static Optional<String> token(Map<String, String> environment, Optional<Path> tokenFile) {
    return tokenFile
        .map(file -> plain(content(file), "the file " + file))
        .or(() -> value(environment, TOKEN).map(token -> plain(token, "$" + TOKEN)));
  }

  private static Optional<String> value(Map<String, String> environment, String name) {
    return Optional.of(environment.getOrDefault(name, "").strip()).filter(word -> !word.isEmpty());
  }

  private static String content(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException unreadable) {
      throw VerbFailure.wrongUsage(
          "the file " + file + " of --token-file cannot be read (" + unreadable + ")");
    }
  }

  /** Refuses what no header can carry; the text itself is not repeated, for it may be a secret. */
  private static String plain(String token, String where) {
    if (!token.matches("[\\x21-\\x7e]+")) {
      throw VerbFailure.wrongUsage(
          where + " has to hold one token and nothing else, as quorate token create printed it");
    }
    return token;
  }

  private static URI url(String written) {
    try {
      URI url = new URI(written.replaceFirst("/+$", ""));
      boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      boolean more = url.getRawQuery() != null || url.getRawFragment() != null;
      if (http && url.getHost() != null && !more && url.getRawUserInfo() == null) {
        return url;
      }
    } catch (URISyntaxException wrong) {
      // The sentence below also fits a text that is no URL at all.
    }
    throw VerbFailure.wrongUsage(
        "$" + ADDRESS + " has to be a URL such as https://quorate.example.net");
  }

  /**
   * Returns how a verb on the gateway's own machine reaches it. A certificate has the name that
   * people use, so with one the public URL is asked; a proxy is not needed here.
   */
  private static URI url(GatewaySettings gateway) {
    HostPort listen = gateway.listen();
    boolean tls = gateway.transport() instanceof GatewayTransport.OwnTls;
    boolean near = listen.loopback() || listen.wildcard();
    if (gateway.publicUrl().isPresent() && (tls || !near)) {
      return url(gateway.publicUrl().get().toString());
    }
    HostPort here = listen.wildcard() ? new HostPort("127.0.0.1", listen.port()) : listen;
    return URI.create((tls ? "https://" : "http://") + here);
  }

  /** Whether nobody on the way reads what is sent. */
  private static boolean secret(URI address) {
    return "https".equals(address.getScheme()) || HostPort.of(address).loopback();
  }
}
