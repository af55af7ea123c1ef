package io.quorate.hosts;

import java.util.Optional;

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
  public Optional<String> objection(MemberPaths member, Facts facts) {
    return Optional.empty();
  }

  @Override
  public Optional<String> obstacle(Facts facts) {
    return ProcessObservation.of(facts, this).obstacle();
  }

  @Override
  public boolean startsByItself() {
    return false;
  }

  @Override
  public SettingsFile read(String path, String bytes) {
    return EnvironmentFile.parse(path, EnvironmentFile.Syntax.RAW, bytes);
  }

  @Override
  public Sight sight(Facts facts) {
    return ProcessObservation.of(facts, this);
  }
}
