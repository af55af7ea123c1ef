package io.quorate.hosts;

import io.quorate.cluster.EtcdVersion;
import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import io.quorate.supervisor.SeenProgram;
import io.quorate.volume.EtcdTools;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Search for the tools that belong to a member's binary: beside the binary itself, wherever a link
 * to it leads, else in the directory of its release. Their minor has to be the binary's, because
 * another one writes files that it may not understand; they are asked for it themselves.
 */
final class ToolSearch {
  /** Seconds in which a tool has to tell its version. */
  private static final String LIMIT = "5";

  private static final Pattern RELEASE = Pattern.compile("\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}");

  private final List<ReleaseDirectory> releases;
  private final ProgramVersions versions;

  ToolSearch(List<ReleaseDirectory> releases, ProgramVersions versions) {
    this.versions = versions;
    this.releases = List.copyOf(releases);
  }

  /** The tools; throws {@link Failure.Refused} with the reason when there are none. */
  EtcdTools of(MemberScripts host) {
    Facts facts = host.look(MemberScript.MEANS, arguments());
    requireRights(host, facts);
    ProgramVersion said = versions.ofMember(host, facts);
    EtcdVersion binary =
        said.version()
            .filter(known -> said.problem().isEmpty())
            .orElseThrow(
                () ->
                    refused(
                        host,
                        said.problem()
                            .orElse("the version of " + host.member().binary() + " is unknown")));
    return PodInstallations.concern(host)
        ? ofRelease(host, binary, toolVersions(facts))
        : found(
            host,
            InstallationObservation.binary(facts, host.member()),
            binary,
            toolVersions(facts));
  }

  private List<String> arguments() {
    return Stream.concat(Stream.of(LIMIT), releases.stream().map(ReleaseDirectory::etcd)).toList();
  }

  private static void requireRights(MemberScripts host, Facts facts) {
    if (!facts.first("user").orElse("").equals("0")) {
      throw refused(host, "Quorate is not root on its host, which a network namespace needs");
    }
    facts
        .first("missing")
        .ifPresent(
            tool -> {
              throw refused(
                  host,
                  tool.equals("ip")
                      ? "ip is missing on its host; install iproute2"
                      : tool + " is missing on its host; install it");
            });
    facts
        .first("namespace")
        .ifPresent(
            why -> {
              throw refused(
                  host,
                  "its host allows no network namespace with a loopback (unshare --net, ip link set"
                      + " lo up): "
                      + why
                      + "; a container needs CAP_SYS_ADMIN and CAP_NET_ADMIN for that");
            });
  }

  /** Version by path, for each tool that told one. */
  private static Map<String, EtcdVersion> toolVersions(Facts facts) {
    Map<String, EtcdVersion> versions = new TreeMap<>();
    for (String fact : facts.all("tool")) {
      int blank = fact.lastIndexOf(' ');
      String version = fact.substring(blank + 1);
      if (RELEASE.matcher(version).matches()) {
        versions.put(fact.substring(0, blank), EtcdVersion.parse(version));
      }
    }
    return versions;
  }

  /** The tools for a member that runs an image: etcd itself comes from the release as well. */
  private EtcdTools ofRelease(
      MemberScripts host, EtcdVersion binary, Map<String, EtcdVersion> tools) {
    List<String> folders = foldersOf(binary);
    if (folders.isEmpty()) {
      throw refused(
          host,
          "it runs the image of etcd %s, and etcd.releases has no directory of %s; install it there"
              .formatted(binary, binary));
    }
    return found(host, folders.getFirst() + "/etcd", binary, tools, folders);
  }

  private List<String> foldersOf(EtcdVersion binary) {
    return releases.stream()
        .filter(release -> release.version().equals(binary))
        .map(ReleaseDirectory::directory)
        .toList();
  }

  private EtcdTools found(
      MemberScripts host, SeenProgram seen, EtcdVersion binary, Map<String, EtcdVersion> tools) {
    List<String> folders = new ArrayList<>(List.of(folder(seen.at())));
    folders.addAll(foldersOf(binary));
    return found(host, seen.at(), binary, tools, folders);
  }

  private static EtcdTools found(
      MemberScripts host,
      String etcd,
      EtcdVersion binary,
      Map<String, EtcdVersion> tools,
      List<String> folders) {
    String restorer = EtcdTools.restorerOf(binary);
    for (String folder : folders) {
      String etcdctl = folder + "/etcdctl";
      String restores = folder + "/" + restorer;
      Optional<EtcdVersion> asks = ofMinor(binary, tools, etcdctl);
      Optional<EtcdVersion> version = ofMinor(binary, tools, restores);
      if (asks.isPresent() && version.isPresent()) {
        return new EtcdTools(etcd, binary, etcdctl, restores, version.get());
      }
    }
    throw refused(host, missing(binary, restorer, folders, tools));
  }

  private static Optional<EtcdVersion> ofMinor(
      EtcdVersion binary, Map<String, EtcdVersion> tools, String path) {
    return Optional.ofNullable(tools.get(path)).filter(version -> version.sameLine(binary));
  }

  private static String missing(
      EtcdVersion binary, String restorer, List<String> folders, Map<String, EtcdVersion> tools) {
    String wanted = restorer.equals("etcdctl") ? restorer : "etcdctl and " + restorer;
    List<String> others =
        tools.entrySet().stream()
            .filter(tool -> folders.contains(folder(tool.getKey())))
            .filter(tool -> !tool.getValue().sameLine(binary))
            .map(tool -> tool.getKey() + " is " + tool.getValue())
            .toList();
    return "it runs etcd "
        + binary
        + ", and "
        + wanted
        + " of "
        + binary.line()
        + " are not in "
        + String.join(" or ", folders)
        + (others.isEmpty() ? "" : " (" + String.join(", ", others) + ")")
        + "; install them there, or name their directory in etcd.releases";
  }

  private static String folder(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  private static Failure refused(MemberScripts host, String why) {
    return new Failure.Refused(
        "nothing can be salvaged or restored for " + host.member().name() + ": " + why);
  }
}
