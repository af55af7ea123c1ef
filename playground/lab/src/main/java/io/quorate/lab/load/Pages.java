package io.quorate.lab.load;

import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What a member shows to anybody who asks, and not in any call. */
public record Pages(EtcdMember member, HttpClient http) {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Its own version and that of the cluster, in JSON. */
  public String version() throws IOException, InterruptedException {
    return page(member.clientUrl().resolve("/version"));
  }

  public String metrics() throws IOException, InterruptedException {
    return page(member.clientUrl().resolve("/metrics"));
  }

  /** Whether a downgrade is enabled; on 3.5 nothing else tells it. */
  public boolean isDowngradeEnabled() throws IOException, InterruptedException {
    return !page(member.peerUrl().resolve("/downgrade/enabled")).equals("false");
  }

  private String page(URI url) throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(url).timeout(LIMIT).build(), BodyHandlers.ofString())
        .body()
        .strip();
  }
}
