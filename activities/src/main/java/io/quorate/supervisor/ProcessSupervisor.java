package io.quorate.supervisor;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
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
    return StartObjection.ofOpenBinary(member, facts).or(() -> ofSettings(member, facts));
  }

  private Optional<String> ofSettings(MemberPaths member, Facts facts) {
    if (!facts.has("environment-bytes")) {
      return StartObjection.noFile(member, facts);
    }
    try {
      return new StartObjection(member, settings(member, facts)).words();
    } catch (Failure malformed) {
      return Optional.of(String.valueOf(malformed.getMessage()));
    }
  }

  @Override
  public EffectiveSettings settings(MemberPaths member, Facts facts) {
    return EffectiveSettings.of(
        EnvironmentFile.parse(
            member.environmentFile(),
            EnvironmentFile.Syntax.RAW,
            new StartSettings(member).text(facts)));
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
