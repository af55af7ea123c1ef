package io.quorate.hosts;

import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.SortedMap;

/** Reads, checks and edits the file that a member is started from. */
final class StartSettings {
  private static final int SIZE_LIMIT_BYTES = 64 * 1024;

  private final MemberPaths member;

  StartSettings(MemberPaths member) {
    this.member = member;
  }

  /**
   * Returns the bytes of the file for a member that joins an existing cluster; throws when the
   * member could not be started with it.
   */
  String edited(Facts facts, JoinSettings settings) {
    if (facts.has("binary")) {
      throw new Failure.Refused(
          member.binary() + " of " + member.name() + " is not there or not executable; install it");
    }
    if (facts.has("log")) {
      throw new Failure.Refused(
          "the log "
              + member.supervisor().logFile()
              + " of "
              + member.name()
              + " cannot be written");
    }
    var file = file(facts);
    requireOurs(file);
    if (!settings.peerUrlsByName().containsKey(member.etcdName().value())) {
      throw new Failure.Fault("the settings to start " + member.name() + " with do not name it");
    }
    var joining =
        file.with("ETCD_INITIAL_CLUSTER", settings.initialCluster())
            .with("ETCD_INITIAL_CLUSTER_STATE", "existing");
    return settings
        .token()
        .map(token -> joining.with("ETCD_INITIAL_CLUSTER_TOKEN", token))
        .orElse(joining)
        .text();
  }

  /** Returns the bytes of the file with these {@code ETCD_*} variables in place of its own. */
  String switched(Facts facts, SortedMap<String, String> settings) {
    var file = file(facts).withSettings(settings);
    requireOurs(file);
    return file.text();
  }

  /** Returns the file as it is; throws when a line is no setting. */
  SettingsFile file(Facts facts) {
    return member.supervisor().read(member.environmentFile(), text(facts));
  }

  /** The bytes of the file, each as one char. */
  String text(Facts facts) {
    byte[] bytes = decoded(facts);
    if (bytes.length > SIZE_LIMIT_BYTES) {
      throw new Failure.Fault(member.environmentFile() + " is larger than 64 KiB");
    }
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] decoded(Facts facts) {
    try {
      return Base64.getDecoder().decode(facts.first("environment-bytes").orElse(""));
    } catch (IllegalArgumentException e) {
      // Without the cause, whose words may hold a part of the file.
      throw facts.lie("environment-bytes", 1, "base64");
    }
  }

  private void requireOurs(SettingsFile file) {
    require(file, "ETCD_DATA_DIR", member.dataDirectory());
    require(file, "ETCD_NAME", member.etcdName().value());
    // etcd would make a cluster of one out of whatever data is there (docs/etcd.md#n-02).
    if (file.value("ETCD_FORCE_NEW_CLUSTER").filter(StartSettings::isTrue).isPresent()) {
      throw new Failure.Fault(
          file.path()
              + " sets ETCD_FORCE_NEW_CLUSTER; remove it, "
              + member.name()
              + " would leave");
    }
  }

  private static boolean isTrue(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "", "0", "f", "false" -> false;
      default -> true;
    };
  }

  private void require(SettingsFile file, String key, String expected) {
    String actual = file.value(key).orElse("nothing");
    if (!actual.equals(expected)) {
      throw new Failure.Fault(
          file.path()
              + " sets "
              + key
              + " to "
              + actual
              + ", the configuration says "
              + expected
              + "; make them equal");
    }
  }
}
