package io.quorate.playground;

import io.quorate.lab.machine.Command;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A scenario without a fault: a person moves the leader to its next place while clients write. */
record Migrate(Synopsis synopsis, Way way, EtcdCluster.Urls urls, EtcdSettings etcd)
    implements Scenario {
  /** The member that moves. */
  static final String MEMBER = "etcd-1";

  private enum Way {
    REPLACE("replace"),
    DATA_MOVE("data-move");

    private final String word;

    Way(String word) {
      this.word = word;
    }
  }

  static Migrate byReplace() {
    return of(
        Way.REPLACE,
        EtcdCluster.Urls.NEW,
        "migrate",
        "The leader is replaced by a member at its next place, which joins before it leaves.",
        List.of(
            "save-snapshot",
            "ask-approval",
            "move-leader",
            "add-learner",
            "start-member",
            "await-in-sync",
            "promote-learner",
            "await-voting",
            "retire-member",
            "stop-member",
            "verify-cluster"));
  }

  static Migrate byDataMove() {
    return of(
        Way.DATA_MOVE,
        EtcdCluster.Urls.KEPT,
        "migrate-data",
        "The leader goes to another data directory, its data copied; its URLs stay.",
        List.of(
            "save-snapshot",
            "ask-approval",
            "move-leader",
            "stop-member",
            "copy-member",
            "leave-place",
            "resume-member",
            "await-voting",
            "verify-cluster"));
  }

  static Migrate toAnotherAddress() {
    return of(
        Way.DATA_MOVE,
        EtcdCluster.Urls.NEW,
        "migrate-address",
        "The leader goes to another directory and other URLs, its data copied.",
        List.of(
            "save-snapshot",
            "ask-approval",
            "move-leader",
            "stop-member",
            "copy-member",
            "leave-place",
            "update-peer-url",
            "resume-member",
            "await-voting",
            "await-reached",
            "verify-cluster"));
  }

  private static Migrate of(
      Way way, EtcdCluster.Urls urls, String name, String sentence, List<String> steps) {
    var options = Map.of("member", List.of(MEMBER), "by", List.of(way.word));
    return new Migrate(
        Synopsis.ofRequest("planned-migration", options, name, sentence, steps),
        way,
        urls,
        EtcdSettings.plain());
  }

  /** Returns this migration for a cluster with other settings. */
  Migrate with(EtcdSettings settings) {
    return new Migrate(synopsis, way, urls, settings);
  }

  @Override
  public EtcdSettings settings(String minor) {
    return etcd;
  }

  @Override
  public Optional<EtcdCluster.Urls> next() {
    return Optional.of(urls);
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    if (!before.leads(MEMBER)) {
      lead(cluster, before);
    }
    return "nothing is wrong; " + MEMBER + " leads, and is to go to its next place";
  }

  private static void lead(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember leader =
        cluster.members().stream()
            .filter(one -> before.leads(one.name()))
            .findFirst()
            .orElseThrow();
    Command.Finished moved =
        leader
            .etcdctl()
            .run(leader.clientUrl().toString(), "move-leader", before.id(MEMBER).orElseThrow());
    if (!moved.succeeded()) {
      throw new IOException("the leadership could not be moved: " + moved.output());
    }
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>();
    EtcdMember old = cluster.member(MEMBER);
    EtcdMember next = cluster.next(MEMBER).orElseThrow();
    if (old.isRunning() || !next.isRunning()) {
      differences.add(MEMBER + " does not run at its next place alone");
    }
    URI url = next.peerUrl();
    if (after.members().stream().noneMatch(one -> one.peerUrls().equals(List.of("" + url)))) {
      differences.add("nobody is listed at " + url);
    }
    boolean same = after.id(MEMBER).equals(before.id(MEMBER));
    switch (way) {
      case REPLACE -> {
        if (same || !Files.isDirectory(old.dataDirectory().resolve("member"))) {
          differences.add(MEMBER + " has its old id, or its old data is gone");
        }
      }
      case DATA_MOVE -> {
        if (!same || Files.exists(old.dataDirectory()) || !isAside(old)) {
          differences.add(MEMBER + " has another id, or its old data was not set aside");
        }
      }
    }
    return differences;
  }

  private static boolean isAside(EtcdMember old) throws IOException {
    try (Stream<Path> there = Files.list(old.files().folder())) {
      return there.anyMatch(file -> file.getFileName().toString().startsWith("data.aside-"));
    }
  }
}
