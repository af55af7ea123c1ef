package io.quorate.gateway.http;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;

/**
 * {@code GET /} and the files of the page, which tell nothing: the page loads all that it shows
 * from the API.
 */
final class Page {
  private static final String HTML = "text/html; charset=utf-8";
  private static final String SCRIPT = "text/javascript; charset=utf-8";

  /** Types of the files by path. A file that is not among them is not served. */
  private static final Map<String, String> FILES =
      Map.ofEntries(
          Map.entry("/", HTML),
          Map.entry("/page/page.css", "text/css; charset=utf-8"),
          Map.entry("/page/main.js", SCRIPT),
          Map.entry("/page/dom.js", SCRIPT),
          Map.entry("/page/words.js", SCRIPT),
          Map.entry("/page/api.js", SCRIPT),
          Map.entry("/page/head.js", SCRIPT),
          Map.entry("/page/lists.js", SCRIPT),
          Map.entry("/page/operation.js", SCRIPT),
          Map.entry("/page/now.js", SCRIPT),
          Map.entry("/page/cluster.js", SCRIPT),
          Map.entry("/page/actions.js", SCRIPT),
          Map.entry("/page/login.js", SCRIPT));

  /** Whether this is the path of the page or of one of its files. */
  static boolean isPart(String path) {
    return FILES.containsKey(path);
  }

  void routes(RoutesConfig http) {
    FILES.keySet().forEach(path -> http.get(path, Page::send));
  }

  private static void send(Context http) {
    String path = http.path();
    String file = path.equals("/") ? "page/index.html" : path.substring(1);
    try (InputStream in = Page.class.getResourceAsStream(file)) {
      http.contentType(Objects.requireNonNull(FILES.get(path)))
          .result(Objects.requireNonNull(in, file + " is missing in the build").readAllBytes());
    } catch (IOException e) {
      throw new IllegalStateException(file + " cannot be read", e);
    }
  }
}
