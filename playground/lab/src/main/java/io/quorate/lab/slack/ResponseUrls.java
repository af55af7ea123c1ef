package io.quorate.lab.slack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Response URLs of clicks; each accepts five answers, which only the clicking person sees. */
final class ResponseUrls {
  private static final int USES = 5;

  private record Use(Person person, Optional<String> threadTs, AtomicInteger left) {}

  private final Workspace workspace;
  private final Map<String, Use> open = new ConcurrentHashMap<>();
  private final AtomicInteger serial = new AtomicInteger();

  ResponseUrls(Workspace workspace) {
    this.workspace = workspace;
  }

  /** Creates a response URL and returns its path. */
  String path(Person person, Optional<String> threadTs) {
    String id = "R" + serial.incrementAndGet();
    open.put(id, new Use(person, threadTs, new AtomicInteger(USES)));
    return "/api/response_url?id=" + id;
  }

  /** Shows the answer to the person; returns false when the URL is unknown or used up. */
  boolean take(String id, JsonNode answer) {
    Use use = open.get(id);
    if (use == null || use.left().getAndDecrement() <= 0) {
      return false;
    }
    workspace.whisper(use.person(), use.threadTs(), answer.path("text").asText());
    return true;
  }
}
