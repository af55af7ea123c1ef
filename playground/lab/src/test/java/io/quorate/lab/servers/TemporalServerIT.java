package io.quorate.lab.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Command;
import io.quorate.lab.tools.ToolFolder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TemporalServerIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  @RegisterExtension final ServersFolder directory = new ServersFolder();

  @Test
  void a_killed_server_returns_on_the_same_port_with_its_workflow() throws Exception {
    var temporal = ToolsForTests.temporal();
    try (var server = TemporalServer.layOut(temporal, directory.path())) {
      server.start(LIMIT);
      var target = server.target();
      ask(temporal, server, "workflow start --task-queue none --type T --workflow-id kept");

      server.kill();
      assertThat(server.isRunning()).isFalse();
      assertThat(server.isServing()).isFalse();
      server.start(LIMIT);

      assertThat(server.target()).isEqualTo(target);
      assertThat(ask(temporal, server, "workflow describe --workflow-id kept")).contains("kept");
    }
  }

  @Test
  void the_server_serves_its_page() throws Exception {
    try (var server = TemporalServer.layOut(ToolsForTests.temporal(), directory.path());
        var client = HttpClient.newHttpClient()) {
      server.start(LIMIT);

      var page =
          client.send(
              HttpRequest.newBuilder(server.page()).timeout(LIMIT).build(),
              BodyHandlers.ofString());

      assertThat(page.statusCode()).isEqualTo(200);
    }
  }

  private String ask(ToolFolder temporal, TemporalServer server, String words) throws Exception {
    var all =
        Stream.of(
                List.of(temporal.program("temporal").toString()),
                List.of(words.split(" ")),
                List.of("--address", server.target()))
            .flatMap(List::stream)
            .toList();
    var answer = Command.of(all).withOnly(Map.of("HOME", directory.path().toString())).run(LIMIT);
    assertThat(answer.succeeded()).as(answer.output()).isTrue();
    return answer.output();
  }
}
