package io.quorate.supervisor;

/**
 * Supervision by Quorate itself: Quorate starts the process detached, and ends the process.
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
