package io.quorate.volume;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.Revision;
import io.quorate.data.DataOwner;
import io.quorate.datadir.DataState;
import io.quorate.datadir.DirectoryReading;
import io.quorate.port.Failure;
import io.quorate.port.Recovered;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.Storage.HashOfKeys;
import io.quorate.port.Trial;
import io.quorate.port.Trial.OldWatch;
import io.quorate.shell.Facts;
import java.time.Duration;
import java.util.Optional;

/**
 * Answers of an etcd that nobody could reach. What it does not tell while authentication is on is
 * empty.
 */
record IsolatedRunOutput(Facts facts) {
  private static final ObjectMapper JSON = new ObjectMapper();

  Duration starting() {
    return milliseconds(facts, "starting-ms");
  }

  /** A time that a script measured; zero where it did not. */
  static Duration milliseconds(Facts facts, String key) {
    return facts
        .first(key)
        .filter(text -> text.matches("\\d{1,15}"))
        .map(text -> Duration.ofMillis(Long.parseLong(text)))
        .orElse(Duration.ZERO);
  }

  /** Whether etcd gave a snapshot. */
  boolean saved() {
    return facts.has("saved");
  }

  /**
   * Returns the answer to a watch from an old revision; empty where no watch was begun, and where
   * no answer came.
   */
  Optional<OldWatch> oldWatch() {
    return facts
        .first("old-watch")
        .flatMap(
            said ->
                switch (said) {
                  case "compacted" -> Optional.of(OldWatch.COMPACTED);
                  case "open" -> Optional.of(OldWatch.OPEN);
                  default -> Optional.empty();
                });
  }

  /** Returns how far the learner came that was to join; empty where no learner was to join. */
  Optional<Trial.Learner> learner() {
    return facts
        .first("learner-outside")
        .<Trial.Learner>map(Trial.StayedOutside::new)
        .or(this::joined);
  }

  private Optional<Trial.Learner> joined() {
    return hash("hash-of-learner")
        .flatMap(
            own ->
                hash("hash-beside-learner")
                    .map(
                        beside ->
                            new Trial.Joined(milliseconds(facts, "learner-ms"), own, beside)));
  }

  /**
   * Returns the content of the restored data. A value comes from the answers of the isolated etcd;
   * where etcd gave none, the value comes from the data after etcd has ended.
   *
   * @param reading of the data directory it ran on
   */
  Recovered content(DirectoryReading reading) {
    Optional<DataOwner> owner =
        header("status", "Status")
            .map(IsolatedRunOutput::owner)
            .or(
                () ->
                    reading
                        .identity()
                        .map(whose -> new DataOwner(whose.member(), whose.cluster())));
    DataState state =
        reading
            .state()
            .orElseThrow(
                () ->
                    new Failure.Refused(
                        "etcd served, and its data cannot be read afterwards: "
                            + reading.findings().getFirst()));
    return new Recovered(
        owner,
        header("status", "Status")
            .map(told -> new Revision(told.path("revision").asLong()))
            .orElseGet(() -> new Revision(state.lowestRevision())),
        keys(),
        state.alarms().stream().map(Alarm::kind).distinct().toList(),
        state.downgradeTarget(),
        state.authentication());
  }

  private Optional<KeysOfSource> keys() {
    Optional<JsonNode> count = json("keys").map(told -> told.path("count"));
    return hash("hash")
        .flatMap(told -> count.map(number -> new KeysOfSource(number.asLong(), told)));
  }

  private Optional<HashOfKeys> hash(String key) {
    return json(key)
        .map(told -> told.path(0).path("HashKV"))
        .filter(told -> told.has("hash"))
        .map(told -> hash(told, facts.first(key + "-at")));
  }

  /** etcd up to 3.5 does not name the revision that it hashed: it tells the one it has by then. */
  private static HashOfKeys hash(JsonNode told, Optional<String> asked) {
    long now = told.path("header").path("revision").asLong();
    long at = told.path("hash_revision").asLong(asked.map(Long::parseLong).orElse(now));
    return new HashOfKeys(
        (int) told.path("hash").asLong(),
        new Revision(told.path("compact_revision").asLong()),
        new Revision(at));
  }

  private static DataOwner owner(JsonNode header) {
    return new DataOwner(
        new MemberId(header.path("member_id").bigIntegerValue().longValue()),
        new ClusterId(header.path("cluster_id").bigIntegerValue().longValue()));
  }

  private Optional<JsonNode> header(String key, String of) {
    return json(key).map(told -> told.path(0).path(of).path("header")).filter(JsonNode::isObject);
  }

  private Optional<JsonNode> json(String key) {
    return facts.first(key).map(IsolatedRunOutput::parsed);
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new Failure.Fault("etcdctl answered what is no JSON: " + text, e);
    }
  }
}
