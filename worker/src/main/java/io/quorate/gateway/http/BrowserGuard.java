package io.quorate.gateway.http;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.quorate.configuration.GatewaySettings.GatewayTransport;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Protection against web pages in an operator's browser, which can reach the gateway as the
 * operator can. Requests that change something must not come from another site's page. Where names
 * are taken at their word, requests also have to name this gateway as their host, because another
 * name may be made to resolve to its address; where people log in, the browser sends the session's
 * cookie to the host that set it only.
 */
final class BrowserGuard {
  private static final Set<String> LOOPBACK =
      Set.of("localhost", "127.0.0.1", "[::1]", "[0:0:0:0:0:0:0:1]");
  private static final Set<String> OWN_SITE = Set.of("same-origin", "none");
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final Predicate<String> isOwnHost;
  private final Optional<URI> publicUrl;
  private final boolean encrypts;

  private BrowserGuard(
      Predicate<String> isOwnHost, Optional<URI> publicUrl, GatewayTransport transport) {
    this.isOwnHost = isOwnHost;
    this.publicUrl = publicUrl;
    this.encrypts = transport instanceof GatewayTransport.OwnTls;
  }

  /** Guards a gateway that takes names at their word and listens on this host. */
  static BrowserGuard ofLoopback(String listenHost, GatewayTransport transport) {
    String own = listenHost.toLowerCase(Locale.ROOT);
    return new BrowserGuard(
        host -> LOOPBACK.contains(host) || host.equals(own), Optional.empty(), transport);
  }

  /**
   * Guards a gateway at which people log in.
   *
   * @param publicUrl the URL of the page, where a proxy may ask for it by another host
   */
  static BrowserGuard ofLogins(Optional<URI> publicUrl, GatewayTransport transport) {
    return new BrowserGuard(host -> true, publicUrl, transport);
  }

  void check(Context http) {
    http.header("Content-Security-Policy", POLICY);
    http.header("X-Content-Type-Options", "nosniff");
    http.header("X-Frame-Options", "DENY");
    http.header("Referrer-Policy", "no-referrer");
    http.header("Cache-Control", "no-store");
    // A day, because the browser holds every port of this host to it.
    if (encrypts) {
      http.header("Strict-Transport-Security", "max-age=86400");
    }
    checkHost(http.header("Host"));
    if (!http.method().equals(HandlerType.GET) && !http.method().equals(HandlerType.HEAD)) {
      checkOrigin(http);
    }
    if (http.method().equals(HandlerType.POST) && http.path().startsWith("/api/")) {
      checkContentType(http.contentType());
    }
  }

  private void checkHost(@Nullable String header) {
    String host = header == null ? "" : withoutPort(header.toLowerCase(Locale.ROOT));
    if (!isOwnHost.test(host)) {
      throw new HttpProblem(
          403, "This gateway answers to localhost and to the address it listens on only.");
    }
  }

  private void checkOrigin(Context http) {
    String site = http.header("Sec-Fetch-Site");
    if (site != null && !OWN_SITE.contains(site.toLowerCase(Locale.ROOT))) {
      throw new HttpProblem(403, "Requests from the pages of other sites are not taken.");
    }
    String origin = http.header("Origin");
    if (origin != null && !isOwn(authority(origin), http.header("Host"))) {
      throw new HttpProblem(
          403,
          "Requests from the pages of other sites are not taken. Behind a proxy that changes the"
              + " host, say the page's own address: gateway.publicUrl.");
    }
  }

  private boolean isOwn(String authority, @Nullable String host) {
    return authority.equalsIgnoreCase(host)
        || publicUrl.filter(url -> authority.equalsIgnoreCase(url.getRawAuthority())).isPresent();
  }

  /**
   * Requires JSON: a form on another site's page can send a body, but not with this content type.
   */
  private static void checkContentType(@Nullable String type) {
    String plain = type == null ? "" : type.split(";", 2)[0].strip();
    if (!plain.equalsIgnoreCase("application/json")) {
      throw HttpProblem.badRequest("Send 'Content-Type: application/json'.");
    }
  }

  private static String authority(String origin) {
    try {
      return String.valueOf(URI.create(origin).getRawAuthority());
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  private static String withoutPort(String host) {
    return host.replaceFirst(":\\d{1,5}$", "");
  }
}
