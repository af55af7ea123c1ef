package io.quorate.lab.load;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * etcd's calls in JSON over HTTP, at the client URL of one member.
 *
 * @param login of a user, where etcd has authentication on
 */
public record Kv(URI clientUrl, HttpClient http, Optional<Login> login) {
  private static final ObjectMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();
  private static final Duration CONNECT = Duration.ofSeconds(1);

  /** Calls as nobody. */
  public Kv(URI clientUrl, HttpClient http) {
    this(clientUrl, http, Optional.empty());
  }

  /** Creates an HTTP client that all members may share. */
  public static HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(CONNECT)
        .build();
  }

  private record Put(String key, String value) {}

  private record Range(String key, String range_end, String limit, boolean keys_only) {}

  private record Keys(@Nullable List<Key> kvs, boolean more) {}

  private record Key(String key) {}

  /**
   * One page of keys, in key order.
   *
   * @param next the key at which the next page starts; empty after the last page
   */
  record Page(List<String> keys, Optional<String> next) {}

  /**
   * Writes the key, with the key as its value.
   *
   * @throws IOException when etcd did not acknowledge the write within the limit, for any reason
   */
  void put(String key, Duration limit) throws IOException, InterruptedException {
    put(key, key.getBytes(StandardCharsets.UTF_8), limit);
  }

  /** Writes the key with this value; returns the answer's text. */
  public String put(String key, byte[] value, Duration limit)
      throws IOException, InterruptedException {
    return post("/v3/kv/put", new Put(coded(key), coded(value)), limit);
  }

  /** Returns whether a call failed before anything was sent, for want of a connection. */
  static boolean wasNeverSent(IOException failed) {
    return failed.getCause() instanceof ConnectException
        || failed.getCause() instanceof HttpConnectTimeoutException;
  }

  /**
   * Reads at most {@code most} keys from {@code from} up to {@code end}, exclusive, linearizably.
   */
  Page keys(String from, String end, int most, Duration limit)
      throws IOException, InterruptedException {
    String answer =
        post("/v3/kv/range", new Range(coded(from), coded(end), "" + most, true), limit);
    Keys read = read(answer);
    List<String> keys =
        read.kvs() == null
            ? List.of()
            : read.kvs().stream().map(key -> decoded(key.key())).toList();
    return new Page(keys, read.more() ? Optional.of(keys.getLast() + "\0") : Optional.empty());
  }

  private Keys read(String answer) throws IOException {
    try {
      return JSON.readValue(answer, Keys.class);
    } catch (JsonProcessingException other) {
      throw new IOException(clientUrl + " did not answer with keys: " + answer, other);
    }
  }

  /** Posts a record as JSON and returns the answer's text. */
  public String post(String path, Object body, Duration limit)
      throws IOException, InterruptedException {
    HttpResponse<String> response = answer(path, JSON.writeValueAsString(body), limit);
    if (response.statusCode() != 200) {
      login.ifPresent(user -> user.forget(clientUrl));
      throw new IOException(
          clientUrl + " answered " + response.statusCode() + ": " + response.body().strip());
    }
    return response.body();
  }

  private HttpResponse<String> answer(String path, String body, Duration limit)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(clientUrl.resolve(path))
            .timeout(limit)
            .POST(BodyPublishers.ofString(body));
    if (login.isPresent()) {
      request.header("Authorization", login.get().token(clientUrl, http, limit));
    }
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException silent) {
      // Java's exception for a refused connection has no message.
      throw new IOException(clientUrl + " does not answer: " + silent, silent);
    }
  }

  private static String coded(String text) {
    return coded(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String coded(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static String decoded(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
