package io.quorate.lab.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A user of etcd, with the token that each member gave. A member that restarts knows none of its
 * tokens any more (etcd's {@code --auth-token=simple} keeps them in memory).
 */
public final class Login {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String user;
  private final String password;
  private final Map<URI, String> tokens = new ConcurrentHashMap<>();

  /** A user without a token. */
  public Login(String user, String password) {
    this.user = user;
    this.password = password;
  }

  private record Authenticate(String name, String password) {}

  String token(URI member, HttpClient http, Duration limit)
      throws IOException, InterruptedException {
    String known = tokens.get(member);
    if (known != null) {
      return known;
    }
    String answer =
        new Kv(member, http).post("/v3/auth/authenticate", new Authenticate(user, password), limit);
    String token = JSON.readTree(answer).path("token").asText();
    tokens.put(member, token);
    return token;
  }

  /** Has the next call to this member ask for a token again. */
  void forget(URI member) {
    tokens.remove(member);
  }
}
