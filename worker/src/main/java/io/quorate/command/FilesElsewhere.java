package io.quorate.command;

import io.quorate.configuration.PlatformSettings.OnHost;
import io.quorate.configuration.ServiceSettings;
import io.quorate.wire.CheckJson.Checked;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Optional;

/**
 * Checks of a member's files on a machine of its own, by what a look found there: they cannot be
 * read as those of this machine.
 */
final class FilesElsewhere {
  private FilesElsewhere() {}

  /**
   * Checks the service, the environment file and the binary of a member.
   *
   * @param answers whether the binary told its version
   */
  static List<Checked> of(OnHost on, Workload workload, boolean answers, String whose) {
    String where =
        switch (on.service()) {
          case ServiceSettings.Process process -> "pid file " + process.pidFile();
          case ServiceSettings.Systemd systemd -> "unit " + systemd.unit();
          case ServiceSettings.StaticPod pod -> "manifest " + pod.manifest();
        };
    Optional<String> evidence = Optional.of(workload.evidence());
    boolean known = workload.state() != Workload.State.UNKNOWN;
    boolean absent = workload.state() == Workload.State.ABSENT;
    // A member is absent without its file or without its unit; the sentence names the one.
    boolean noFile = absent && workload.evidence().contains(on.environmentFile().toString());
    return List.of(
        Checked.of(where + whose, evidence.filter(word -> !known || absent && !noFile)),
        Checked.of(
            "environment file " + on.environmentFile() + whose, evidence.filter(word -> noFile)),
        Checked.of(
            "binary " + on.binary() + whose,
            Optional.of("its version cannot be asked; is it there and executable?")
                .filter(word -> known && !answers)));
  }
}
