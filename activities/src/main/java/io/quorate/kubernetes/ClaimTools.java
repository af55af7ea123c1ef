package io.quorate.kubernetes;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.shell.HostLimits;
import io.quorate.shell.Script;
import io.quorate.shell.ScriptCalls;
import io.quorate.volume.EtcdTools;
import io.quorate.volume.RestoreMeans;
import io.quorate.workload.Grace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Etcd's tools for the data on claims: those of the member's own image, which the keeper has in a
 * second container.
 *
 * @param patience with the start of that container, whose image may have to be pulled
 */
record ClaimTools(SetLooks sets, ClaimKeepers keepers, Duration patience) implements RestoreMeans {
  private static final String FOLDER = KeeperPod.LOCKS + "/etcd";
  private static final Duration PROGRAM = Duration.ofSeconds(10);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
  private static final HostLimits LIMITS = HostLimits.standard(Grace.TERM);
  static final Script SCRIPT =
      new Script(
          "tools",
          Script.part("facts") + Script.part("owner") + Script.part(ClaimTools.class, "tools"));

  @Override
  public EtcdTools tools(MemberName member) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Facts facts = asked(member);
      if (!facts.has("missing")) {
        return found(member, facts);
      }
      Optional<String> why = keepers.troubleOfDonor(member);
      if (why.isPresent() || System.nanoTime() > deadline) {
        throw refused(
            member,
            "the container %s of its keeper, which has the image of %s, does not run: %s"
                .formatted(KeeperPod.DONOR, member, why.orElse("it does not start")));
      }
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
      if (Thread.currentThread().isInterrupted()) {
        throw new Failure.Transient("Quorate was interrupted");
      }
    }
  }

  @Override
  public SortedMap<String, String> settings(MemberName member) {
    SetLook look = sets.look();
    MemberPod place = look.requirePlace(member);
    return SetMembers.settings(look.set(place).set(), place.name()).values();
  }

  private Facts asked(MemberName member) {
    List<String> arguments = new ArrayList<>(LIMITS.arguments());
    arguments.add(FOLDER);
    arguments.add(String.join(" ", KeeperPod.DONATES));
    arguments.add(HostLimits.seconds(PROGRAM));
    return new ScriptCalls(keepers.of(member), member.value(), "").look(SCRIPT, arguments, LIMIT);
  }

  private static EtcdTools found(MemberName member, Facts facts) {
    EtcdVersion etcd =
        facts
            .first("etcd")
            .flatMap(ClaimTools::parsed)
            .orElseThrow(() -> refused(member, "its image has no etcd that tells its version"));
    String restorer = EtcdTools.restorerOf(etcd);
    requireLine(member, etcd, facts, "etcdctl");
    return new EtcdTools(
        FOLDER + "/etcd",
        etcd,
        FOLDER + "/etcdctl",
        FOLDER + "/" + restorer,
        requireLine(member, etcd, facts, restorer));
  }

  /** A tool of another minor writes files that etcd may not understand. */
  private static EtcdVersion requireLine(
      MemberName member, EtcdVersion etcd, Facts facts, String tool) {
    return facts.all("tool").stream()
        .filter(line -> line.startsWith(tool + " "))
        .flatMap(line -> parsed(line.substring(tool.length() + 1)).stream())
        .filter(version -> version.sameLine(etcd))
        .findFirst()
        .orElseThrow(
            () ->
                refused(
                    member,
                    "its image has etcd %s, and beside it no %s of %s; use an image that has it"
                        .formatted(etcd, tool, etcd.line())));
  }

  private static Optional<EtcdVersion> parsed(String version) {
    try {
      return Optional.of(EtcdVersion.parse(version));
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
  }

  private static Failure refused(MemberName member, String why) {
    return new Failure.Refused("nothing can be salvaged or restored for " + member + ": " + why);
  }
}
