package io.quorate.supervisor;

import io.quorate.shell.Facts;
import io.quorate.supervisor.EffectiveSettings.Origin;
import io.quorate.supervisor.EffectiveSettings.Setting;
import io.quorate.version.SettingValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Why a member would not start with its settings, or not as the member of the configuration. It is
 * asked before anything is stopped and once more at the start, so that both say the same.
 *
 * @param directory where a relative path begins
 */
public record StartObjection(MemberPaths member, EffectiveSettings settings, String directory) {
  /** Variables that a start writes into the member's own file. */
  static final List<String> WRITTEN =
      List.of("ETCD_INITIAL_CLUSTER", "ETCD_INITIAL_CLUSTER_STATE", "ETCD_INITIAL_CLUSTER_TOKEN");

  private static final String NAME = "ETCD_NAME";
  private static final String DATA = "ETCD_DATA_DIR";

  /** Ways of finding the members that etcd does not take together with ETCD_INITIAL_CLUSTER. */
  private static final List<String> DISCOVERY =
      List.of("ETCD_DISCOVERY", "ETCD_DISCOVERY_SRV", "ETCD_DISCOVERY_ENDPOINTS");

  /** A member whose process begins in the root directory, as Quorate starts it. */
  StartObjection(MemberPaths member, EffectiveSettings settings) {
    this(member, settings, "/");
  }

  /**
   * Why a member that runs could not be started again: the file into which a start writes is gone.
   */
  static Optional<String> noFile(MemberPaths member, Facts facts) {
    return facts.has("process") && facts.first("environment").filter("absent"::equals).isPresent()
        ? Optional.of(
            "there is no %s, into which a start writes; put it there, empty where the unit has all settings"
                .formatted(member.environmentFile()))
        : Optional.empty();
  }

  /**
   * Why a start could not write its settings where they are: the owner of the directory, who does
   * it, is another user than the owner of the file and cannot read the file.
   */
  public static Optional<String> ofTwoOwners(Facts facts) {
    return facts
        .first("environment-owners")
        .map(said -> said.split(" ", 3))
        .filter(parts -> parts.length == 3)
        .map(
            parts ->
                "%3$s belongs to user %1$s, and user %2$s, whose its directory is, cannot read it; give both to one user: chown %2$s '%3$s'"
                    .formatted((Object[]) parts));
  }

  /**
   * Why root does not start the binary: somebody else can change the binary, and would become root
   * by that.
   */
  static Optional<String> ofOpenBinary(MemberPaths member, Facts facts) {
    return facts.sentence("binary-open").map(open -> openToOthers(member.binary(), open));
  }

  /** The clause about a program that root does not run, with what to do. */
  public static String openToOthers(String program, String open) {
    return "%s is not run as root: %s; let root own it and every directory above, and nobody else write there, or run the scripts as a user who is not root"
        .formatted(program, open);
  }

  /** The first reason, as a clause with what to do; empty where it would start. */
  Optional<String> words() {
    return settings.conflicts().stream()
        .findFirst()
        .or(this::settingsFile)
        .or(this::another)
        .or(this::discovery)
        .or(this::name)
        .or(this::dataDirectory)
        .or(this::log)
        .or(this::forced);
  }

  /** etcd reads no variable and no flag then (its etcdmain/config.go). */
  private Optional<String> settingsFile() {
    return settings
        .find("ETCD_CONFIG_FILE")
        .map(
            found ->
                "%s names the settings file %s: etcd then ignores all variables and flags, and Quorate"
                        .formatted(found.place(), found.value())
                    + " does not edit such a file. Write its settings as ETCD_ variables into "
                    + member.environmentFile()
                    + ", and take the line away");
  }

  private Optional<String> another() {
    return WRITTEN.stream()
        .flatMap(key -> settings.find(key).stream().flatMap(found -> wins(key, found)))
        .findFirst();
  }

  /**
   * Refuses a variable that is set at a place that wins over the member's own file: a start could
   * not change the value.
   */
  private Stream<String> wins(String key, Setting found) {
    return found.origin() == Origin.FLAG || found.origin() == Origin.ANOTHER_FILE
        ? Stream.of(
            "%s sets %s, which a start writes into %s; move it there"
                .formatted(found.place(), key, member.environmentFile()))
        : Stream.empty();
  }

  private Optional<String> discovery() {
    return DISCOVERY.stream()
        .flatMap(key -> settings.find(key).map(found -> discovery(key, found)).stream())
        .findFirst();
  }

  private static String discovery(String key, Setting found) {
    return "%s sets %s, and etcd does not start with it and ETCD_INITIAL_CLUSTER, which a start writes;"
            .formatted(found.place(), key)
        + " take it away: a member that has data needs it no more";
  }

  private Optional<String> name() {
    String expected = member.etcdName().value();
    Optional<Setting> found = settings.find(NAME);
    return found.filter(one -> one.value().equals(expected)).isPresent()
        ? Optional.empty()
        : Optional.of(difference(NAME, found, expected, "the configuration says " + expected));
  }

  private Optional<String> dataDirectory() {
    String expected = member.dataDirectory();
    Optional<Setting> found = settings.find(DATA);
    return found.filter(one -> isSame(one.value(), expected)).isPresent()
        ? Optional.empty()
        : Optional.of(
            difference(DATA, found, expected, "the configuration says dataDirectory: " + expected));
  }

  private String difference(
      String key, Optional<Setting> found, String expected, String configured) {
    return found
        .map(
            one ->
                "%s sets %s to %s, %s; make them equal"
                    .formatted(one.place(), key, one.value(), configured))
        .orElseGet(
            () ->
                "nothing sets %s, %s; write %s=%s into %s"
                    .formatted(key, configured, written(key), expected, member.environmentFile()));
  }

  /** The variable as the member's own file has it: a manifest has flags. */
  private String written(String key) {
    return member.supervisor() instanceof StaticPodSupervisor
        ? "--" + key.substring("ETCD_".length()).toLowerCase(Locale.ROOT).replace('_', '-')
        : key;
  }

  private boolean isSame(String said, String configured) {
    return Path.of(directory, ".")
        .resolve(said)
        .normalize()
        .equals(Path.of(configured).normalize());
  }

  /**
   * Refuses a log directory that the scripts would not find, because the log is part of the data.
   */
  private Optional<String> log() {
    return settings
        .find("ETCD_WAL_DIR")
        .filter(
            found ->
                switch (found.origin()) {
                  case OWN_FILE -> !directory.equals("/") && !found.value().startsWith("/");
                  case UNIT -> !found.value().matches("/[A-Za-z0-9_./@:+-]+");
                  case OWN_FILE_ARTFULLY, ANOTHER_FILE, FLAG -> true;
                })
        .map(
            found ->
                "%s sets ETCD_WAL_DIR, which belongs into %s, in one line and from the root on; move it there"
                    .formatted(found.place(), member.environmentFile()));
  }

  /** etcd would make a cluster of one out of whatever data is there (docs/etcd.md#n-02). */
  private Optional<String> forced() {
    return settings
        .find("ETCD_FORCE_NEW_CLUSTER")
        .filter(found -> !SettingValue.plain(found.value()).equals("false"))
        .map(
            found ->
                SettingValue.plain(found.value()).equals("true")
                    ? "%s sets ETCD_FORCE_NEW_CLUSTER; remove it, %s would leave its cluster"
                        .formatted(found.place(), member.name())
                    : "%s sets ETCD_FORCE_NEW_CLUSTER to %s, with which etcd does not start; remove it"
                        .formatted(found.place(), found.value()));
  }
}
