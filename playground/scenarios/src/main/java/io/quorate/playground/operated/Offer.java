package io.quorate.playground.operated;

import io.quorate.cluster.NearNames;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.Tools;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The scenarios of one option of the playground.
 *
 * @param option such as {@code --machines}
 * @param all in the order in which they are offered
 */
public record Offer<S extends OperatedScenario>(String option, List<S> all) {
  public Offer {
    all = List.copyOf(all);
  }

  /** Returns the names of all. */
  public List<String> names() {
    return all.stream().map(OperatedScenario::name).toList();
  }

  /** Returns one line for each scenario. */
  public String list() {
    return all.stream()
        .map(one -> String.format("%-16s  %s (%s)%n", one.name(), one.sentence(), option))
        .collect(Collectors.joining());
  }

  /**
   * Returns the scenario that a person asked for.
   *
   * @throws IllegalArgumentException with the list, where there is none
   */
  public S asked(Optional<String> name) {
    String asked =
        name.orElseThrow(
            () ->
                new IllegalArgumentException(
                    option + " needs a SCENARIO: " + String.join(", ", names())));
    return all.stream()
        .filter(scenario -> scenario.name().equals(asked))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no scenario %s with %s%s"
                        .formatted(
                            NearNames.quoted(asked),
                            option,
                            NearNames.questionAndList(
                                asked, "Scenarios with " + option, names()))));
  }

  /**
   * Finds the etcd that a scenario begins with, followed by the one that members are moved to.
   *
   * @throws io.quorate.lab.tools.ToolMissingException when one cannot be had
   */
  public static List<ToolFolder> etcd(OperatedScenario scenario, Tool etcd, Tools tools)
      throws InterruptedException {
    List<ToolFolder> releases = new ArrayList<>(List.of(tools.find(etcd)));
    Optional<String> target = scenario.target(etcd.minor());
    if (target.isPresent()) {
      releases.add(tools.find(Tool.etcd(target.get())));
    }
    return releases;
  }
}
