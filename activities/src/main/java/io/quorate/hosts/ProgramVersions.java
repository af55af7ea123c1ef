package io.quorate.hosts;

import io.quorate.cluster.EtcdVersion;
import io.quorate.shell.Facts;
import io.quorate.shell.HostLimits;
import io.quorate.supervisor.SeenProgram;
import io.quorate.supervisor.StartObjection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Versions of etcd programs, asked of each program itself. An answer is remembered while the file
 * is unchanged, so that a look does not start a program.
 */
final class ProgramVersions {
  private static final Duration LIMIT = Duration.ofSeconds(5);

  /** Exit code of {@code timeout} after it killed the program. */
  private static final String KILLED = "137";

  /** The word of version.sh for a program that others can change, in place of an exit code. */
  private static final String OPEN = "open";

  private static final int SHOWN = 120;
  private static final Pattern VERSION =
      Pattern.compile("etcd Version: (\\d+\\.\\d+\\.\\d+)(\\S*)");

  private final Map<SeenProgram, ProgramVersion> known = new ConcurrentHashMap<>();
  private final PodInstallations pods;

  /** Makes a reader that takes the versions of images from their tags. */
  ProgramVersions() {
    this(new PodInstallations(List.of()));
  }

  ProgramVersions(PodInstallations pods) {
    this.pods = pods;
  }

  /**
   * Returns the answer of this program, asked or remembered. Throws a {@link
   * io.quorate.port.Failure} when the host cannot be asked.
   */
  ProgramVersion of(MemberScripts host, SeenProgram program) {
    if (program.problem().isPresent()) {
      return new ProgramVersion(Optional.empty(), program.problem());
    }
    ProgramVersion before = known.get(program);
    if (before != null) {
      return before;
    }
    ProgramVersion said = asked(host, program.path());
    // A failure is not remembered: a program that did not answer on a busy host may answer next
    // time.
    if (said.version().isPresent()) {
      known.put(program, said);
    }
    return said;
  }

  /**
   * Returns which etcd a member would be started as.
   *
   * @param facts of a script that looked at what the member is started from
   */
  ProgramVersion ofMember(MemberScripts host, Facts facts) {
    return PodInstallations.concern(host)
        ? pods.version(facts, host)
        : of(host, InstallationObservation.binary(facts, host.member()));
  }

  private static ProgramVersion asked(MemberScripts host, String path) {
    Facts facts = host.look(MemberScript.VERSION, List.of(path, HostLimits.seconds(LIMIT)));
    if (facts.has("foreign")) {
      return ProgramVersion.nothing(path + " is built for another kind of machine");
    }
    String exit = facts.first("exit").orElse("unknown");
    if (exit.equals(OPEN)) {
      return ProgramVersion.nothing(
          StartObjection.openToOthers(path, facts.sentence("said").orElse("others can change it")));
    }
    if (exit.equals(KILLED)) {
      return ProgramVersion.nothing(
          path + " --version did not answer within " + LIMIT.toSeconds() + " s");
    }
    String said = facts.first("said").orElse("");
    Matcher matcher = VERSION.matcher(said);
    if (!exit.equals("0") || !matcher.find()) {
      return ProgramVersion.nothing(
          path + " --version ended with " + exit + ": " + shortened(said));
    }
    EtcdVersion version = EtcdVersion.parse(matcher.group(1));
    return matcher.group(2).isEmpty()
        ? ProgramVersion.version(version)
        : new ProgramVersion(
            Optional.of(version),
            Optional.of(path + " is etcd " + version + matcher.group(2) + ", which is no release"));
  }

  private static String shortened(String said) {
    return said.length() <= SHOWN ? said : said.substring(0, SHOWN - 3) + "...";
  }
}
