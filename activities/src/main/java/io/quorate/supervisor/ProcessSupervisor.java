package io.quorate.supervisor;

/**
 * Nobody supervises the process: Quorate starts it detached and ends it.
 *
 * @param pidFile file whose first token is etcd's own pid; the {@code .hold} and {@code .lock}
 *     files have its name as prefix
 */
public record ProcessSupervisor(String pidFile, String logFile) implements Supervisor {
  @Override
  public String part() {
    return "process";
  }

  @Override
  public String service() {
    return pidFile;
  }

  @Override
  public String lockFile() {
    return pidFile + ".lock";
  }

  @Override
  public boolean startsByItself() {
    return false;
  }
}
