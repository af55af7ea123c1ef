package io.quorate.supervisor;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.EtcdVersion;
import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.workload.NextStart;
import io.quorate.workload.NextStart.StartFile;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings that the process of a member got at its start, as the facts of a script tell them.
 *
 * @param run identifies the run of the process
 * @param began when it began, by the clock of the host
 * @param inDirectory whether the data directory that it states is the member's, by whatever path
 * @param flags by the names of etcd's variables; a flag counts more than a variable
 * @param variables empty where Quorate may not read the environment of the process
 * @param files the files that etcd reads at its start only
 */
public record StartedRun(
    String run,
    Instant began,
    boolean inDirectory,
    SortedMap<String, String> flags,
    Optional<SortedMap<String, String>> variables,
    List<StartFile> files) {
  private static final Logger LOG = LoggerFactory.getLogger(StartedRun.class);

  private static final int LIMIT_BYTES = 64 * 1024;
  private static final String DATA = "ETCD_DATA_DIR";

  /** Files that the script tells of; a host that tells of more says what it likes. */
  private static final int MOST_FILES = 3;

  private static final int LONGEST_PATH = 200;

  private static final Pattern RUN =
      Pattern.compile("(\\d{1,10}\\.\\d{1,18}) (\\d{1,12}) (directory|name)");

  /** The time of a file from before 1970 is negative. */
  private static final Pattern FILE =
      Pattern.compile("([a-z-]{1,40}) (-?\\d{1,12}) ([0-9a-f]{64}) (.{1,4096})");

  /** Returns the run that the script saw; empty where it saw none that is proven the member's. */
  public static Optional<StartedRun> of(Facts facts) {
    return facts
        .told("run")
        .map(
            said -> {
              Matcher run = matched(RUN, said, "run", facts);
              return new StartedRun(
                  run.group(1),
                  Instant.ofEpochSecond(Long.parseLong(run.group(2))),
                  run.group(3).equals("directory"),
                  words(facts, "run-arguments")
                      .map(words -> UnitCommand.flags(words.stream().skip(1).toList()))
                      .orElseGet(TreeMap::new),
                  words(facts, "run-variables").map(StartedRun::variables),
                  files(facts));
            });
  }

  private static List<StartFile> files(Facts facts) {
    List<String> told = facts.all("run-file");
    if (told.size() > MOST_FILES) {
      LOG.warn(
          "A host tells of {} files that etcd reads at its start; {} are read, the rest is dropped",
          told.size(),
          MOST_FILES);
    }
    return told.stream().limit(MOST_FILES).map(file -> file(file, facts)).toList();
  }

  private static Matcher matched(Pattern form, String said, String key, Facts facts) {
    Matcher found = form.matcher(said);
    if (!found.matches()) {
      throw facts.lie(key, 1, "description of a process");
    }
    return found;
  }

  /** The texts of a fact, which the kernel parts by a zero each; empty where it is too long. */
  private static Optional<List<String>> words(Facts facts, String key) {
    return facts
        .first(key)
        .map(said -> facts.bytes(key, 1, said))
        .filter(bytes -> bytes.length <= LIMIT_BYTES)
        .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1))
        .map(text -> Arrays.asList(text.split("\0")));
  }

  private static SortedMap<String, String> variables(List<String> words) {
    var variables = new TreeMap<String, String>();
    for (String word : words) {
      String[] sides = word.split("=", 2);
      if (sides.length == 2) {
        variables.put(sides[0], sides[1]);
      }
    }
    return variables;
  }

  private static StartFile file(String said, Facts facts) {
    Matcher file = matched(FILE, said, "run-file", facts);
    return new StartFile(
        file.group(1),
        CleanText.line(file.group(4), LONGEST_PATH),
        Instant.ofEpochSecond(Long.parseLong(file.group(2))),
        file.group(3));
  }

  /**
   * Puts beside the run what the next start would take. Where one side is not known for certain,
   * neither has a setting: a wrapper or a shell may set anything. A wrapper in the place of the
   * binary may also start another etcd than the one that it names.
   *
   * @param facts of the script that saw the run
   * @param version the etcd of the next start, as its program or its image names it
   */
  public NextStart beside(MemberPaths member, Facts facts, Optional<EtcdVersion> version) {
    Optional<SortedMap<String, String>> next = next(member, facts);
    ComparedStarts compared =
        next.flatMap(takes -> own(member, takes).map(has -> ComparedStarts.of(has, takes)))
            .map(starts -> starts.without(untold(member)))
            .orElse(ComparedStarts.NONE);
    return new NextStart(
        run,
        began,
        compared.has(),
        compared.takes(),
        version.filter(any -> next.isPresent() && !facts.has("run-by-script")),
        Optional.empty(),
        files);
  }

  /**
   * The settings of the process; a static pod has those of its image besides, as the next one. The
   * data directory has the path of the configuration, but where the next start states the very path
   * of the process.
   */
  private Optional<SortedMap<String, String>> own(
      MemberPaths member, SortedMap<String, String> takes) {
    return member.supervisor() instanceof StaticPodSupervisor
        ? Optional.of(flags)
        : variables.map(
            given -> {
              var all = new TreeMap<>(given);
              all.putAll(flags);
              String stated = all.getOrDefault(DATA, "");
              if (inDirectory && !stated.isEmpty() && !stated.equals(takes.get(DATA))) {
                all.put(DATA, member.dataDirectory());
              }
              return all;
            });
  }

  private static Optional<SortedMap<String, String>> next(MemberPaths member, Facts facts) {
    if (!facts.has("environment-bytes") && !facts.has("unit")) {
      return Optional.empty();
    }
    try {
      EffectiveSettings next = new Supervision(member, facts).settings();
      boolean told =
          next.conflicts().isEmpty()
              && (!(member.supervisor() instanceof SystemdSupervisor)
                  || UnitSettings.of(facts).tellsAll(member, next.all().keySet()));
      return Optional.of(next).filter(any -> told).map(EffectiveSettings::values);
    } catch (Failure malformed) {
      return Optional.empty();
    }
  }

  /**
   * The settings that cannot be compared: systemd does not say where a flag with blanks ends, and
   * flags of a process that nobody supervises are those of a person's own start.
   */
  private Set<String> untold(MemberPaths member) {
    return flags.entrySet().stream()
        .filter(
            flag ->
                member.supervisor() instanceof ProcessSupervisor
                    || flag.getValue().chars().anyMatch(Character::isWhitespace))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }
}
