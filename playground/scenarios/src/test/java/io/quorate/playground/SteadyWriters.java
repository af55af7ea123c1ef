package io.quorate.playground;

import io.quorate.lab.load.Kv;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Writers that keep the time of each acknowledged write: one for each member, and each knows only
 * its own, as an API server does that has one etcd beside it.
 */
final class SteadyWriters implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofSeconds(10);

  private final HttpClient http = Kv.client();
  private final List<Thread> writers = new ArrayList<>();
  private final List<Acknowledged> all = new ArrayList<>();
  private volatile boolean stopped;

  private record Put(String key, String value) {}

  private record Acknowledged(String member, Instant at) {}

  /** The longest time without an acknowledged write, and since when. */
  record Gap(Duration length, Instant since) {
    static final Comparator<Gap> BY_LENGTH = Comparator.comparing(Gap::length);
  }

  private SteadyWriters() {}

  /** Starts writers that try again soon, for the first write of a cluster that comes back. */
  static SteadyWriters impatient(List<EtcdMember> members, Duration pace) {
    return start(members, pace, LIMIT);
  }

  /** Starts writers that wait as long as a write may take. */
  static SteadyWriters patient(List<EtcdMember> members, Duration pace) {
    return start(members, pace, LONG);
  }

  private static SteadyWriters start(List<EtcdMember> members, Duration pace, Duration limit) {
    var started = new SteadyWriters();
    for (EtcdMember member : members) {
      started.writers.add(
          Thread.ofPlatform()
              .daemon()
              .name("steady-" + member.name())
              .start(() -> started.write(member, pace, limit)));
    }
    return started;
  }

  private void write(EtcdMember member, Duration pace, Duration limit) {
    var kv = new Kv(member.clientUrl(), http);
    String key = coded("/steady/" + member.name());
    try {
      for (int count = 0; !stopped; count++) {
        try {
          kv.post("/v3/kv/put", new Put(key, coded("" + count)), limit);
          acknowledged(new Acknowledged(member.name(), Instant.now()));
        } catch (IOException notNow) {
          // What is measured is the time until the next one that is acknowledged.
        }
        Thread.sleep(pace);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private static String coded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private void acknowledged(Acknowledged one) {
    synchronized (all) {
      all.add(one);
    }
  }

  private List<Acknowledged> soFar() {
    synchronized (all) {
      return List.copyOf(all);
    }
  }

  /** The first acknowledged write at or after this time. */
  Optional<Instant> firstAfter(Instant time) {
    return soFar().stream()
        .map(Acknowledged::at)
        .filter(at -> !at.isBefore(time))
        .min(Comparator.naturalOrder());
  }

  /** The longest time in which no member acknowledged anything. */
  Gap longestOfAll(Instant from, Instant to) {
    return longest(soFar(), from, to);
  }

  /** The longest time in which one of the members acknowledged nothing. */
  Gap longestOfOne(Instant from, Instant to) {
    List<Acknowledged> acknowledged = soFar();
    return acknowledged.stream()
        .map(Acknowledged::member)
        .distinct()
        .map(
            member ->
                longest(
                    acknowledged.stream().filter(one -> one.member().equals(member)).toList(),
                    from,
                    to))
        .max(Gap.BY_LENGTH)
        .orElseThrow();
  }

  private static Gap longest(List<Acknowledged> acknowledged, Instant from, Instant to) {
    List<Instant> times =
        acknowledged.stream()
            .map(Acknowledged::at)
            .filter(at -> at.isAfter(from) && at.isBefore(to))
            .sorted()
            .toList();
    Gap longest = new Gap(Duration.ZERO, from);
    Instant last = from;
    for (Instant at : times) {
      longest = longer(longest, last, at);
      last = at;
    }
    return longer(longest, last, to);
  }

  private static Gap longer(Gap longest, Instant last, Instant at) {
    var gap = new Gap(Duration.between(last, at), last);
    return Gap.BY_LENGTH.compare(gap, longest) > 0 ? gap : longest;
  }

  @Override
  public void close() {
    stopped = true;
    writers.forEach(Thread::interrupt);
    http.shutdownNow();
  }
}
