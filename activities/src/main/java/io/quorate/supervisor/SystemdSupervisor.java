package io.quorate.supervisor;

import io.quorate.port.Failure;

/**
 * The process is that of a unit of systemd, which starts it again by itself and keeps its log.
 *
 * @param unit full name of the service unit, {@code etcd.service} or {@code etcd@a.service}
 */
public record SystemdSupervisor(String unit) implements Supervisor {
  /** Checks the name. Throws {@link Failure.Fault} where it is not one of a service unit. */
  public SystemdSupervisor {
    if (!unit.matches("[A-Za-z0-9:_.\\\\@-]{1,240}\\.service") || unit.startsWith("-")) {
      throw new Failure.Fault(
          "the unit '" + unit + "': write its full name, for example etcd.service");
    }
  }

  @Override
  public String part() {
    return "unit";
  }

  @Override
  public String service() {
    return unit;
  }

  @Override
  public String logFile() {
    return "";
  }

  @Override
  public String lockFile() {
    return "/run/quorate/" + unit + ".lock";
  }

  @Override
  public boolean startsByItself() {
    return true;
  }
}
