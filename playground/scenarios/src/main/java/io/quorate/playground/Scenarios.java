package io.quorate.playground;

import io.quorate.cluster.NearNames;
import io.quorate.playground.machines.MachinesScenarios;
import io.quorate.playground.sets.SetScenarios;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All scenarios, in the order in which they are offered. */
final class Scenarios {
  private Scenarios() {}

  static List<Scenario> all() {
    return List.of(
        new LostMember(),
        new StoppedMember(),
        HungMember.ofFollower(),
        HungMember.ofLeader(),
        LostMajority.ofTwo(),
        LostMajority.ofAll(),
        LostMajority.withDataOfOne(),
        SurvivorOnly.killed(),
        SurvivorOnly.serving(),
        new AllDataLost(),
        EmptyVolumes.ofThree(),
        new OldMembersReturn(),
        new SecondDisaster(),
        new StaleSurvivor(),
        new CorruptSnapshot(),
        new InterruptedRestore(),
        new DeletedPrefix(),
        new WrongAddress(),
        new FullDisk(),
        new WalOnOwnDisk(),
        new UnmountedDisk(),
        new ForeignCluster(),
        new SwappedDirectories(),
        new Phantom(),
        new Restart(),
        Scale.up(),
        Scale.down(),
        Migrate.byReplace(),
        Migrate.byDataMove(),
        Migrate.toAnotherAddress(),
        Roll.up(),
        Roll.down(),
        new Fragmented(),
        new FullQuota(),
        new CorruptMember(),
        new Backup(),
        new RestoreDrill(),
        new Rehearsed(),
        Silent.member(),
        Silent.quorum(),
        new LeftLearner(),
        Noticed.flapping(),
        Noticed.quotaTrend(),
        Noticed.slowDisk(),
        new LostZone());
  }

  /**
   * Returns the scenario of this name.
   *
   * @throws IllegalArgumentException with the list when there is none
   */
  static Scenario named(String name) {
    return all().stream()
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    elsewhere(name)
                        .orElseGet(
                            () ->
                                "there is no scenario "
                                    + NearNames.quoted(name)
                                    + NearNames.questionAndList(name, "Scenarios", names()))));
  }

  private static Optional<String> elsewhere(String name) {
    return Stream.of(MachinesScenarios.OFFER, SetScenarios.OFFER)
        .filter(offer -> offer.names().contains(name))
        .findFirst()
        .map(offer -> "%s is played with %s; add that option".formatted(name, offer.option()));
  }

  /** Returns one line for each scenario. */
  static String list() {
    return all().stream()
        .map(
            scenario ->
                String.format("%-16s  %s%n", scenario.name(), scenario.synopsis().sentence()))
        .collect(Collectors.joining());
  }

  private static List<String> names() {
    return all().stream().map(Scenario::name).toList();
  }
}
