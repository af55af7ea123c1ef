package io.quorate.playground;

import io.quorate.lab.load.Kv;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.telling.SeenMember;
import io.quorate.wire.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as its members report it at a quiet moment, asked without any code of the product.
 *
 * @param differences faults that no cluster may have, in sentences
 */
record Inspection(List<SeenMember> members, List<String> differences) {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  Inspection {
    members = List.copyOf(members);
    differences = List.copyOf(differences);
  }

  private record Nothing(boolean linearizable) {}

  private record MemberList(List<Listed> members) {}

  /** A member as etcd lists it. This record and the next ones have etcd's own field names. */
  private record Listed(
      String ID,
      @Nullable String name,
      @Nullable List<String> peerURLs,
      @Nullable List<String> clientURLs,
      boolean isLearner) {}

  private record Status(@Nullable String version, @Nullable String leader) {}

  private record Hashed(HashAnswer HashKV) {}

  private record HashAnswer(Header header, long hash) {}

  private record Header(long revision) {}

  /** Returns the versions that the members report, each once. */
  Set<String> versions() {
    return members.stream()
        .map(member -> String.valueOf(member.version()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the id of the member of this name. */
  Optional<String> id(String name) {
    return members.stream()
        .filter(member -> member.name().equals(name))
        .map(SeenMember::id)
        .findFirst();
  }

  /** Returns whether the member of this name is a voter. */
  boolean isVoter(String name) {
    return members.stream()
        .anyMatch(member -> member.name().equals(name) && member.votingStatus().equals("voter"));
  }

  /** Returns a sentence for each member that has another id than in an earlier inspection. */
  List<String> otherIdsThan(Inspection before) {
    return Stream.concat(before.members.stream(), members.stream())
        .map(SeenMember::name)
        .distinct()
        .filter(name -> !id(name).equals(before.id(name)))
        .map(name -> name + " has another member id than before")
        .toList();
  }

  /** Returns whether the member of this name reports that it is the leader. */
  boolean leads(String name) {
    return members.stream().anyMatch(member -> member.name().equals(name) && member.leader());
  }

  /**
   * Inspects every member that runs or is listed; a member that does not answer is a difference. No
   * client may write meanwhile.
   */
  static Inspection of(EtcdCluster cluster, int voters) throws InterruptedException {
    List<String> differences = new ArrayList<>();
    List<SeenMember> members = new ArrayList<>();
    try (HttpClient http = Kv.client()) {
      for (Listed one : agreedList(cluster, http, differences)) {
        members.add(seen(one, cluster, http, differences));
      }
    }
    members.sort(Comparator.comparing(SeenMember::name));
    judge(members, voters, differences);
    return new Inspection(members, differences);
  }

  private static List<Listed> agreedList(
      EtcdCluster cluster, HttpClient http, List<String> differences) throws InterruptedException {
    List<List<Listed>> lists = new ArrayList<>();
    for (EtcdMember member : cluster.members().stream().filter(EtcdMember::isRunning).toList()) {
      try {
        String answer =
            new Kv(member.clientUrl(), http)
                .post("/v3/cluster/member/list", new Nothing(true), LIMIT);
        lists.add(read(answer, MemberList.class).members());
      } catch (IOException silent) {
        differences.add(member.name() + ": " + silent.getMessage());
      }
    }
    if (lists.stream().distinct().count() > 1) {
      differences.add("the members do not agree on who is a member: " + lists);
    }
    return lists.isEmpty() ? List.of() : lists.getFirst();
  }

  private static SeenMember seen(
      Listed listed, EtcdCluster cluster, HttpClient http, List<String> differences)
      throws InterruptedException {
    List<String> clientUrls = orNone(listed.clientURLs());
    Optional<Status> status = Optional.empty();
    Optional<HashAnswer> hash = Optional.empty();
    if (clientUrls.isEmpty()) {
      differences.add("the member " + hex(listed.ID()) + " was never started");
    } else {
      try {
        URI url = URI.create(clientUrls.getFirst());
        String said = new Kv(url, http).post("/v3/maintenance/status", new Nothing(true), LIMIT);
        status = Optional.of(read(said, Status.class));
        hash = hash(at(clientUrls, cluster).orElseGet(() -> cluster.member(name(listed))));
      } catch (IOException silent) {
        differences.add(name(listed) + ": " + silent.getMessage());
      }
    }
    return new SeenMember(
        name(listed),
        hex(listed.ID()),
        listed.isLearner() ? "learner" : "voter",
        status.map(Status::leader).filter(listed.ID()::equals).isPresent(),
        status.map(Status::version).orElse(null),
        hash.map(one -> one.header().revision()).orElse(null),
        hash.map(HashAnswer::hash).orElse(null),
        orNone(listed.peerURLs()),
        clientUrls);
  }

  /**
   * Returns the member with one of these client URLs. A moved member cannot be found by name: it
   * keeps the name of the place it left.
   */
  private static Optional<EtcdMember> at(List<String> clientUrls, EtcdCluster cluster) {
    return cluster.members().stream()
        .filter(member -> clientUrls.contains(member.clientUrl().toString()))
        .findFirst();
  }

  /**
   * Returns a member's hash of all keys. Asked with etcdctl, because the HTTP path of HashKV
   * differs between versions of etcd.
   */
  private static Optional<HashAnswer> hash(EtcdMember member)
      throws IOException, InterruptedException {
    var answer =
        member
            .etcdctl()
            .run(member.clientUrl().toString(), "endpoint", "hashkv", "--write-out=json");
    return Stream.of(read(answer.lastLine(), Hashed[].class)).map(Hashed::HashKV).findFirst();
  }

  private static void judge(List<SeenMember> members, int voters, List<String> differences) {
    long learners = members.stream().filter(one -> one.votingStatus().equals("learner")).count();
    if (learners > 0) {
      differences.add("a learner is left over");
    }
    if (members.size() - learners != voters) {
      differences.add((members.size() - learners) + " voters instead of " + voters);
    }
    if (members.stream().filter(SeenMember::leader).count() != 1) {
      differences.add("there is not exactly one leader");
    }
    if (members.stream().map(SeenMember::revision).distinct().count() > 1
        || members.stream().map(SeenMember::hash).distinct().count() > 1) {
      differences.add("the members do not have the same data: " + members);
    }
  }

  private static <T> T read(String answer, Class<T> type) throws IOException {
    return Json.read(answer, type)
        .orElseThrow(() -> new IOException("etcd's answer was not understood: " + answer));
  }

  private static String name(Listed listed) {
    return listed.name() == null ? "" : listed.name();
  }

  private static List<String> orNone(@Nullable List<String> urls) {
    return urls == null ? List.of() : urls;
  }

  private static String hex(String decimal) {
    return Long.toHexString(Long.parseUnsignedLong(decimal));
  }
}
