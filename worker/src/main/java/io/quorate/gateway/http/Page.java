package io.quorate.gateway.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** {@code GET /} and its two files. The page loads all that it shows from the API. */
final class Page {
  private static final Map<String, String> TYPES =
      Map.of(
          "page.html", "text/html; charset=utf-8",
          "page.js", "text/javascript; charset=utf-8",
          "page.css", "text/css; charset=utf-8");

  void send(Context http, String file) {
    try (InputStream in = Page.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is missing in the build");
      }
      http.contentType(TYPES.getOrDefault(file, "text/plain")).result(in.readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be read", e);
    }
  }
}
