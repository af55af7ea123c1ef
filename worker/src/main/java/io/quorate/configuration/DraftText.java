package io.quorate.configuration;

import io.quorate.cluster.CleanText;
import java.nio.file.Path;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions;

/** Parts of a drafted configuration that no platform has for itself. */
final class DraftText {
  /** Stands where only a person knows what belongs there. */
  static final String UNKNOWN = "CHANGE-ME";

  static final String HEAD =
      """
      # Written by quorate init from what runs. Read it, change what says CHANGE-ME, then: quorate check
      temporal: {target: "127.0.0.1:7233"}
      snapshots: {directory: /var/lib/quorate/snapshots}
      approval:
        # Who may say yes. With slack: TEAM/USER they answer in Slack too. A restore needs two of them,
        # and never who asked for it: with two names only an alert, or somebody else, can start one.
        approvers: {oncall: [{name: CHANGE-ME-1}, {name: CHANGE-ME-2}, {name: CHANGE-ME-3}]}
      """;

  private DraftText() {}

  /** Writes a YAML scalar in double quotes, because text from a machine may contain anything. */
  static String quoted(String value) {
    var options = new DumperOptions();
    options.setDefaultScalarStyle(DumperOptions.ScalarStyle.DOUBLE_QUOTED);
    options.setSplitLines(false);
    return new org.yaml.snakeyaml.Yaml(options).dump(value).strip();
  }

  /** Writes a YAML scalar, without quotes where YAML needs no quotes. */
  static String key(String value) {
    return value.matches("[A-Za-z][A-Za-z0-9_.-]*[A-Za-z0-9]|[A-Za-z]") ? value : quoted(value);
  }

  /** Writes a line of a comment, which what is said cannot leave. */
  static String comment(String indent, String said) {
    return "%s# %s%n".formatted(indent, CleanText.line(said));
  }

  /** Writes the field with the CA of the members and a certificate for Quorate. */
  static String tls(Optional<TlsFiles> ours) {
    Optional<TlsFiles.OwnCertificate> own = ours.flatMap(TlsFiles::own);
    return "    tls: {ca: %s, certificate: %s, key: %s}%n"
        .formatted(
            file(ours.flatMap(TlsFiles::ca)),
            file(own.map(TlsFiles.OwnCertificate::certificate)),
            file(own.map(TlsFiles.OwnCertificate::key)));
  }

  /** Writes the path of a file. */
  static String file(Optional<Path> file) {
    return file.map(path -> quoted(path.toAbsolutePath().toString())).orElse(UNKNOWN);
  }
}
