package io.quorate.configuration;

import io.quorate.workload.Supervision;
import java.nio.file.Path;

/** What supervises the process of a member. */
public sealed interface ServiceSettings {
  /** The kind of supervision, as plans know it. */
  default Supervision supervision() {
    return switch (this) {
      case Process process -> Supervision.PROCESS;
      case Systemd systemd -> Supervision.UNIT;
      case StaticPod pod -> Supervision.STATIC_POD;
    };
  }

  /**
   * Nobody: Quorate starts and ends it.
   *
   * @param pidFile holds the process id of the running etcd
   * @param logFile takes what etcd writes to its standard output and error
   */
  record Process(Path pidFile, Path logFile) implements ServiceSettings {}

  /**
   * systemd.
   *
   * @param unit full name of its service unit, {@code etcd.service}
   */
  record Systemd(String unit) implements ServiceSettings {}

  /**
   * The kubelet, which runs it as a static pod.
   *
   * @param manifest its manifest in the kubelet's directory; settings and image are in it
   */
  record StaticPod(Path manifest) implements ServiceSettings {}
}
