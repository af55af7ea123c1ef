package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.GatewayApi.IncidentJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario in which two followers of five end and somebody exchanges their data directories. Each
 * would come up as the other one: Quorate starts neither and says whose data is where; somebody
 * exchanges them once more, and both are started.
 */
final class SwappedDirectories implements Scenario {
  private List<EtcdMember> victims = List.of();
  private boolean exchanged;

  @Override
  public Synopsis synopsis() {
    return Synopsis.ofMembersDown(
        "swapped-data",
        "Two of five end and have each other's data; they are started once each has its own.",
        Synopsis.RESUME);
  }

  @Override
  public int size() {
    return 5;
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    victims =
        cluster.members().stream().filter(member -> !before.leads(member.name())).limit(2).toList();
    for (EtcdMember victim : victims) {
      victim.kill();
    }
    exchange();
    return victims.getFirst().name()
        + " and "
        + victims.getLast().name()
        + ", two followers, are killed with -9 and their data directories exchanged";
  }

  private void exchange() throws IOException {
    Path one = victims.getFirst().dataDirectory();
    Path other = victims.getLast().dataDirectory();
    Path between = one.resolveSibling("between");
    Files.move(one, between);
    Files.move(other, one);
    Files.move(between, other);
    exchanged = !exchanged;
  }

  /** Acts as the person who reads whose data is where, and puts each directory back. */
  @Override
  public void whileNothingIsDone(EtcdCluster cluster, IncidentJson incident) throws IOException {
    String told = String.valueOf(incident.finding());
    if (exchanged && told.contains("its own has to be put back")) {
      exchange();
    }
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException, InterruptedException {
    List<String> differences = new ArrayList<>();
    if (exchanged) {
      differences.add("nobody was told whose data the stopped members have");
    }
    differences.addAll(Scenario.super.differences(cluster, before, after));
    return differences;
  }
}
