package io.quorate.operation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Notices of one operation: at most one that holds for each topic, and the last withdrawn ones. */
public final class Notices {
  /**
   * Number of withdrawn notices that are kept. People who were told of an older one have been told
   * already that it no longer holds.
   */
  private static final int WITHDRAWN = 20;

  private final Map<String, String> holding = new TreeMap<>();
  private final Map<String, String> withdrawn = new LinkedHashMap<>();

  /** Restores the notices that the run before knew. */
  public void restore(OperationMemory memory) {
    holding.putAll(memory.shown().notices());
    memory.state().topics().stream()
        .filter(Notice::withdrawn)
        .forEach(notice -> withdrawn.put(notice.topic(), notice.sentence()));
  }

  /** Shows this sentence as the notice of the topic, in place of an older one. */
  public void show(String topic, String sentence) {
    holding.put(topic, sentence);
    withdrawn.remove(topic);
  }

  /** Withdraws the notice of the topic; returns whether there was one. */
  public boolean withdraw(String topic) {
    String sentence = holding.remove(topic);
    if (sentence == null) {
      return false;
    }
    withdrawn.put(topic, sentence);
    if (withdrawn.size() > WITHDRAWN) {
      withdrawn.remove(withdrawn.keySet().iterator().next());
    }
    return true;
  }

  /** Returns the sentences that hold, by topic. */
  public Map<String, String> holding() {
    return Map.copyOf(holding);
  }

  /** Returns the sentences that hold, in the order of their topics. */
  public List<String> sentences() {
    return List.copyOf(holding.values());
  }

  /** Returns all notices in the order of their topics, the withdrawn ones too. */
  public List<Notice> all() {
    Map<String, Notice> all = new TreeMap<>();
    withdrawn.forEach((topic, sentence) -> all.put(topic, new Notice(topic, sentence, true)));
    holding.forEach((topic, sentence) -> all.put(topic, new Notice(topic, sentence, false)));
    return List.copyOf(all.values());
  }
}
