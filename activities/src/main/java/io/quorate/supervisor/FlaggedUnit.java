package io.quorate.supervisor;

import io.quorate.port.Adoption;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The unit of a running etcd, with what it starts.
 *
 * @param program what it starts
 * @param flags that it states, by the names of etcd's variables
 * @param settingsFile the YAML file that etcd reads in place of its flags
 */
public record FlaggedUnit(
    String unit, String program, SortedMap<String, String> flags, Optional<String> settingsFile) {
  private static final String BESIDE =
      """
      # Other ETCD_ variables of the unit count from then on too: take away ETCD_CONFIG_FILE, and
      # each that is not meant.
      """;

  /**
   * Returns the files with which the unit can be operated. Empty where the unit needs none: it
   * reads an environment file, has no settings file, and states no flag that a start writes. Empty
   * also where the member has no plain name.
   *
   * @param name of the member, as far as it states one
   * @param readsFile whether the unit reads an environment file
   */
  public Optional<Adoption> adoption(Optional<String> name, boolean readsFile) {
    boolean needed =
        !readsFile
            || settingsFile.isPresent()
            || StartObjection.WRITTEN.stream().anyMatch(flags::containsKey);
    return needed
        ? name.filter(said -> said.matches("[A-Za-z0-9._-]+")).map(this::adoptedAs)
        : Optional.empty();
  }

  private Adoption adoptedAs(String name) {
    String environmentFile = "/etc/etcd/" + name + ".env";
    EnvironmentFile file =
        EnvironmentFile.parse(
            environmentFile,
            EnvironmentFile.Syntax.SYSTEMD,
            "# The "
                + settingsFile.map("settings of %s, which "::formatted).orElse("flags of ")
                + unit
                + (settingsFile.isPresent() ? " reads" : "")
                + ", as quorate init found them.\n");
    for (Map.Entry<String, String> flag : flags.entrySet()) {
      file = file.with(flag.getKey(), flag.getValue());
    }
    return new Adoption(
        environmentFile,
        file.text(),
        "/etc/systemd/system/" + unit + ".d/quorate-settings.conf",
        """
        # Of quorate init: the %4$s of %1$s are variables of %2$s from the next start on.
        # Written there, systemctl daemon-reload makes it known; etcd goes on as it runs.
        %5$s\
        [Service]
        EnvironmentFile=%2$s
        ExecStart=
        ExecStart=%3$s
        """
            .formatted(
                unit,
                environmentFile,
                program,
                settingsFile.isPresent() ? "settings" : "flags",
                settingsFile.isPresent() ? BESIDE : ""));
  }
}
