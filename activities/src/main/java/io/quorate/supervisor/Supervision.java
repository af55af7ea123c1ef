package io.quorate.supervisor;

import io.quorate.port.Failure;
import io.quorate.shell.Facts;
import java.util.Optional;

/**
 * A member under its supervisor, as the facts of a script show both.
 *
 * @param facts of a script that has looked at the process
 */
public record Supervision(MemberPaths member, Facts facts) {
  /** The member's process. */
  public MemberObservation process() {
    return switch (member.supervisor()) {
      case ProcessSupervisor process -> ProcessObservation.of(facts, process);
      case SystemdSupervisor unit -> UnitObservation.of(facts);
      case StaticPodSupervisor pod -> PodObservation.of(facts, pod);
    };
  }

  /**
   * Why the member would not be started as its files say, with what to do; empty where it would.
   */
  public Optional<String> objection() {
    return switch (member.supervisor()) {
      case ProcessSupervisor process ->
          StartObjection.ofOpenBinary(member, facts).or(this::ofEnvironmentFile);
      case SystemdSupervisor(String unit) ->
          UnitObservation.State.of(facts)
              .objection()
              .or(() -> StartObjection.noFile(member, facts))
              .or(() -> UnitSettings.of(facts).objection(member, unit));
      case StaticPodSupervisor pod -> new PodSettings(member, facts).objection();
    };
  }

  private Optional<String> ofEnvironmentFile() {
    if (!facts.has("environment-bytes")) {
      return StartObjection.noFile(member, facts);
    }
    try {
      return new StartObjection(member, settings()).words();
    } catch (Failure malformed) {
      return Optional.of(String.valueOf(malformed.getMessage()));
    }
  }

  /**
   * Why the supervisor would not end or start the member now, whatever the files say, with what to
   * do; empty where it would.
   */
  public Optional<String> obstacle() {
    return switch (member.supervisor()) {
      case ProcessSupervisor process -> ProcessObservation.of(facts, process).obstacle();
      case SystemdSupervisor unit -> Optional.empty();
      case StaticPodSupervisor pod -> PodObservation.of(facts, pod).obstacle();
    };
  }

  /**
   * Says what a person has to do before a running member is stopped, because nobody knows what
   * would be started after the stop; empty where nothing has to be done. A member that is down
   * already is started all the same, because quorum may need the member.
   */
  public Optional<String> unread() {
    return member.supervisor() instanceof SystemdSupervisor
        ? UnitObservation.State.of(facts).unread()
        : Optional.empty();
  }

  /**
   * Settings that etcd gets at the next start, from all files that the supervisor reads.
   *
   * @throws Failure where the member's own file cannot be read as it is
   */
  public EffectiveSettings settings() {
    return switch (member.supervisor()) {
      case ProcessSupervisor process -> EffectiveSettings.of(environment());
      case SystemdSupervisor(String unit) -> UnitSettings.of(facts).effective(member, unit);
      case StaticPodSupervisor pod -> EffectiveSettings.of(manifest());
    };
  }

  /** The file with the member's settings; throws when a line is no setting. */
  SettingsFile file() {
    return member.supervisor() instanceof StaticPodSupervisor ? manifest() : environment();
  }

  /** The file with the settings of a static pod. */
  public Manifest manifest() {
    return Manifest.parse(member.environmentFile(), text());
  }

  private EnvironmentFile environment() {
    var syntax =
        member.supervisor() instanceof SystemdSupervisor
            ? EnvironmentFile.Syntax.SYSTEMD
            : EnvironmentFile.Syntax.RAW;
    return EnvironmentFile.parse(member.environmentFile(), syntax, text());
  }

  private String text() {
    return SettingsFile.text(facts, member.environmentFile());
  }
}
