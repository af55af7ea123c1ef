package io.quorate.slack;

import com.slack.api.Slack;
import com.slack.api.SlackConfig;
import com.slack.api.util.http.SlackHttpClient;
import java.time.Duration;
import okhttp3.OkHttpClient;

/**
 * Maker of the HTTP client for Slack. A process makes one client, because every client has threads
 * and connections of its own.
 */
public final class SlackClient {
  public static final String API = "https://slack.com/api/";

  private static final Duration CALL = Duration.ofSeconds(10);
  private static final Duration READ = Duration.ofSeconds(8);

  private SlackClient() {}

  /**
   * Returns a client with a time limit on every wait.
   *
   * @param apiUrl {@link #API}, or an emulator's; ends with a slash
   */
  public static Slack of(String apiUrl) {
    SlackConfig config = new SlackConfig();
    config.setMethodsEndpointUrlPrefix(apiUrl.endsWith("/") ? apiUrl : apiUrl + "/");
    config.setStatsEnabled(false);
    config.getMethodsConfig().setStatsEnabled(false);
    config.setHttpClientCallTimeoutMillis(Math.toIntExact(CALL.toMillis()));
    config.setHttpClientReadTimeoutMillis(Math.toIntExact(READ.toMillis()));
    config.setHttpClientWriteTimeoutMillis(Math.toIntExact(READ.toMillis()));
    // The client must not repeat a post whose answer was lost: Quorate looks for the message first.
    OkHttpClient http =
        SlackHttpClient.buildOkHttpClient(config)
            .newBuilder()
            .retryOnConnectionFailure(false)
            .build();
    return Slack.getInstance(config, new SlackHttpClient(http));
  }
}
