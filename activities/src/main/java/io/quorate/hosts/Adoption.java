package io.quorate.hosts;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Two files with which a unit whose settings are flags can be operated: an environment file with
 * them, and a drop-in that reads it and starts etcd without flags. etcd does not start with a flag
 * and its variable, so what Quorate writes cannot stand beside flags.
 *
 * @param environmentFile where the first belongs
 * @param dropIn where the second belongs
 */
public record Adoption(String environmentFile, String settings, String dropIn, String unitText) {
  /** The adoption of a unit with these flags, by the names of etcd's variables. */
  static Adoption of(String unit, String program, String name, SortedMap<String, String> flags) {
    String environmentFile = "/etc/etcd/" + name + ".env";
    EnvironmentFile file =
        EnvironmentFile.parse(
            environmentFile,
            EnvironmentFile.Syntax.SYSTEMD,
            "# The flags of " + unit + ", as quorate init found them.\n");
    for (Map.Entry<String, String> flag : flags.entrySet()) {
      file = file.with(flag.getKey(), flag.getValue());
    }
    return new Adoption(
        environmentFile,
        file.text(),
        "/etc/systemd/system/" + unit + ".d/quorate-settings.conf",
        """
        # Of quorate init: the flags of %1$s are variables of %2$s from the next start on.
        # Written there, systemctl daemon-reload makes it known; etcd goes on as it runs.
        [Service]
        EnvironmentFile=%2$s
        ExecStart=
        ExecStart=%3$s
        """
            .formatted(unit, environmentFile, program));
  }

  /**
   * The adoption of a running etcd; empty where its unit reads a file and states no flag that a
   * start writes, and where its flags name a settings file.
   */
  static Optional<Adoption> of(
      String unit,
      String program,
      Optional<String> name,
      boolean readsFile,
      SortedMap<String, String> flags) {
    boolean needed = !readsFile || StartObjection.WRITTEN.stream().anyMatch(flags::containsKey);
    return needed
            && !flags.containsKey("ETCD_CONFIG_FILE")
            && name.filter(said -> said.matches("[A-Za-z0-9._-]+")).isPresent()
        ? Optional.of(of(unit, program, name.get(), flags))
        : Optional.empty();
  }
}
