package io.quorate.supervisor;

import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.shell.Facts;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads, checks and edits the file that a member is started from. */
public record StartSettings(MemberPaths member) {
  /**
   * Returns the bytes of the file for a member that joins an existing cluster; throws when the
   * member could not be started with it.
   */
  public String edited(Facts facts, JoinSettings settings) {
    if (facts.has("binary")) {
      throw new Failure.Refused(
          member.binary() + " of " + member.name() + " is not there or not executable; install it");
    }
    if (facts.has("log")) {
      throw new Failure.Refused(
          "the log %s of %s cannot be written; give the log to the owner of its directory, and let that user write there"
              .formatted(member.supervisor().logFile(), member.name()));
    }
    var supervision = new Supervision(member, facts);
    SettingsFile file = supervision.file();
    requireOurs(supervision);
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

  /**
   * Returns the bytes of the file with which etcd gets these {@code ETCD_*} variables in place of
   * those that it gets now.
   */
  public String switched(Facts facts, SortedMap<String, String> settings) {
    var supervision = new Supervision(member, facts);
    SettingsFile file = supervision.file();
    requireOurs(supervision);
    EffectiveSettings now = supervision.settings();
    requireRead(settings, now);
    var own = new TreeMap<>(settings);
    now.shown()
        .forEach(
            (key, value) -> {
              if (file.value(key).isEmpty()) {
                requireKept(key, value, settings, now);
                own.remove(key, value);
              }
            });
    return file.withSettings(own).text();
  }

  /**
   * Refuses settings whose name or directory differs from the host's: they were never read, and
   * writing them would erase the real ones.
   */
  private void requireRead(SortedMap<String, String> settings, EffectiveSettings now) {
    for (String key : List.of("ETCD_DATA_DIR", "ETCD_NAME")) {
      Optional<String> there = now.find(key).map(EffectiveSettings.Setting::value);
      if (!there.equals(Optional.ofNullable(settings.get(key)))) {
        throw new Failure.Fault(
            "the settings that " + member.name() + " is to get were not read: " + key + " differs");
      }
    }
  }

  /** Refuses a switch that would change a setting outside of the member's own file. */
  private void requireKept(
      String key, String value, SortedMap<String, String> settings, EffectiveSettings now) {
    if (!settings.containsKey(key)) {
      throw new Failure.Refused(
          "%s is not moved to another release: %s sets %s, which that release calls otherwise; move it into %s"
              .formatted(
                  member.name(),
                  now.find(key).map(EffectiveSettings.Setting::place).orElse("its unit"),
                  key + "=" + value,
                  member.environmentFile()));
    }
  }

  private void requireOurs(Supervision supervision) {
    supervision
        .objection()
        .ifPresent(
            why -> {
              throw new Failure.Refused(member.name() + " is not started: " + why);
            });
  }
}
