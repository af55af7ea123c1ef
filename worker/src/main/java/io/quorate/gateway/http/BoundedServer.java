package io.quorate.gateway.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinException;
import io.quorate.client.TemporalCalls;
import io.quorate.configuration.HostPort;
import io.quorate.runbook.WrongUsageException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.handler.MinimumDataRateHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds of connections and bodies that every HTTP server of Quorate has, and problems as JSON with
 * a sentence.
 */
final class BoundedServer {
  private static final Logger LOG = LoggerFactory.getLogger(BoundedServer.class);

  /** The minimum rate of a body, in bytes a second, so that no slow sender holds a thread. */
  private static final long SLOWEST_BODY = 256;

  private static final int MOST_CONNECTIONS = 1000;
  private static final int MOST_OF_ONE_ADDRESS = 100;
  private static final Duration FIRST_REQUEST = Duration.ofSeconds(30);

  private BoundedServer() {}

  /**
   * Bounds a server, and has it answer problems as JSON.
   *
   * @param paths what there is, for whoever asks for a path that is not
   */
  static void configure(JavalinConfig config, String paths) {
    config.startup.showJavalinBanner = false;
    config.startup.startupWatcherEnabled = false;
    config.concurrency.useVirtualThreads = true;
    config.http.prefer405over404 = true;
    config.jetty.modifyHttpConfiguration(
        server -> {
          server.setSendServerVersion(false);
          server.setSendDateHeader(false);
        });
    config.jetty.modifyServer(
        server -> {
          server.setHandler(new MinimumDataRateHandler(SLOWEST_BODY, 0));
          server.setErrorHandler(new PlainErrors());
          server.addBean(
              new ConnectionBounds(server, MOST_CONNECTIONS, MOST_OF_ONE_ADDRESS, FIRST_REQUEST));
        });
    config.routes.before(BoundedServer::requireWellFormedPath);
    problems(config.routes, paths);
  }

  /**
   * Starts a server. Throws {@link IllegalArgumentException} with a sentence where it cannot listen
   * there.
   *
   * @param field of the configuration, for the sentence
   */
  static void bind(Javalin http, HostPort listen, String field) {
    try {
      http.start(listen.bare(), listen.port());
    } catch (JavalinException e) {
      throw new IllegalArgumentException(
          field + ": " + listen + " cannot be listened on: " + TemporalCalls.rootOf(e), e);
    }
  }

  /** Refuses a path with a broken escape. Javalin decodes names in paths, and would fail on it. */
  private static void requireWellFormedPath(Context http) {
    if (!isWellFormed(http.path())) {
      throw HttpProblem.badRequest(
          "The path is not well formed: a % needs two hexadecimal digits.");
    }
  }

  private static boolean isWellFormed(String path) {
    try {
      return !URLDecoder.decode(path, StandardCharsets.UTF_8).isEmpty();
    } catch (IllegalArgumentException broken) {
      return false;
    }
  }

  private static void problems(RoutesConfig http, String paths) {
    http.exception(
        HttpProblem.class,
        (problem, context) -> Answers.problem(context, problem.status(), problem.sentence()));
    http.exception(
        WrongUsageException.class,
        (wrong, context) -> Answers.problem(context, 400, wrong.sentence()));
    http.exception(
        HttpResponseException.class,
        (problem, context) ->
            Answers.problem(context, problem.getStatus(), sentence(problem, context, paths)));
    http.exception(
        HttpException.RuntimeException.class,
        (problem, context) ->
            Answers.problem(context, problem.getCode(), "The request is not well formed."));
    http.exception(
        Exception.class,
        (problem, context) -> {
          LOG.error("A fault of ours answering {} {}", context.method(), context.path(), problem);
          Answers.problem(context, 500, "A fault of ours. The log says more.");
        });
  }

  private static String sentence(HttpResponseException problem, Context http, String paths) {
    return switch (problem.getStatus()) {
      case 404 -> "There is nothing at this path. Look at " + paths + ".";
      case 405 -> "This path does not take " + http.method() + ".";
      default -> String.valueOf(problem.getMessage());
    };
  }
}
