package io.quorate.lab.load;

import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Pages that a member serves over plain HTTP, outside etcd's gRPC API. */
public record Pages(EtcdMember member, HttpClient http) {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Returns the etcd version of the member and the cluster version, as JSON. */
  public String version() throws IOException, InterruptedException {
    return page(member.clientUrl().resolve("/version"));
  }

  public String metrics() throws IOException, InterruptedException {
    return page(member.clientUrl().resolve("/metrics"));
  }

  /** Returns whether a downgrade is enabled; etcd 3.5 reports this on no other page or call. */
  public boolean isDowngradeEnabled() throws IOException, InterruptedException {
    return !page(member.peerUrl().resolve("/downgrade/enabled")).equals("false");
  }

  private String page(URI url) throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(url).timeout(LIMIT).build(), BodyHandlers.ofString())
        .body()
        .strip();
  }
}
