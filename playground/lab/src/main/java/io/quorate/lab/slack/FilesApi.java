package io.quorate.lab.slack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.lab.slack.ChannelMessage.SharedFile;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Slack's file upload in three calls: request a URL, send the content there, share the file. */
final class FilesApi {
  private final ObjectMapper json = new ObjectMapper();
  private final Workspace workspace;
  private final Map<String, SharedFile> open = new ConcurrentHashMap<>();
  private final AtomicInteger serial = new AtomicInteger();

  FilesApi(Workspace workspace) {
    this.workspace = workspace;
  }

  JsonNode url(String host, String name) {
    String id = "F" + serial.incrementAndGet();
    open.put(id, new SharedFile(id, name, ""));
    return json.createObjectNode()
        .put("ok", true)
        .put("file_id", id)
        .put("upload_url", "http://" + host + "/api/upload?file=" + id);
  }

  void content(String id, String text) {
    open.computeIfPresent(id, (same, file) -> new SharedFile(id, file.name(), text));
  }

  /** Shares the files at once. Slack answers before the file is visible in the channel. */
  JsonNode complete(JsonNode files, Optional<String> threadTs) {
    ObjectNode answer = json.createObjectNode().put("ok", true);
    var shared = answer.putArray("files");
    for (JsonNode wanted : files) {
      SharedFile file = open.remove(wanted.path("id").asText());
      if (file == null) {
        return json.createObjectNode().put("ok", false).put("error", "file_not_found");
      }
      workspace.share(threadTs, file);
      shared.addObject().put("id", file.id()).put("title", wanted.path("title").asText());
    }
    return answer;
  }
}
