package io.quorate.playground;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.NotInTimeException;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.slack.ChannelMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A scenario in which a zone goes: one member of each of 40 fake clusters hangs, and the real
 * cluster loses two of three members. People are told of one cause, and the fake clusters propose
 * nothing meanwhile. The real cluster is mended at once, because a loss of quorum is never held.
 */
final class LostZone implements Scenario {
  private static final int FAKES = 40;
  private static final int EARLY = 4;
  private static final String CAUSE = "zone b has trouble in ";

  /** Time until the cause is told: a pass, two looks, and 40 s in which more clusters may join. */
  private static final Duration LIMIT = Duration.ofMinutes(4);

  @Override
  public Synopsis synopsis() {
    return Synopsis.silent(
        "lost-zone",
        "A zone goes, with a member of each of 40 clusters and the quorum of one,",
        List.of("ask-approval", "return-member", "await-voting", "verify-cluster"));
  }

  @Override
  public boolean isSilent() {
    return true;
  }

  @Override
  public Duration unnoticed() {
    return LIMIT;
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    Path stage = cluster.members().getFirst().files().folder().resolve("../..").normalize();
    FakeClusters fakes = FakeClusters.start(stage, FAKES);
    cluster.atTheEnd(fakes::close);
    fakes.awaitWatched();
    fakes.loseZone();
    cluster.member("etcd-1").kill();
    cluster.member("etcd-2").kill();
    return "zone b goes: a member of each of "
        + FAKES
        + " clusters hangs there, and of the real cluster two of three members are killed";
  }

  /**
   * Waits for the message about the cause and for the proposals to be held. A cause needs five
   * clusters in trouble, so up to four clusters may propose before the cause is known.
   */
  @Override
  public List<String> untold(Stage stage) throws InterruptedException {
    try (GatewayApi gateway = new GatewayApi(stage.gateway(), Stage.CLUSTER)) {
      Await.until("a message about the zone", LIMIT, () -> !messages(stage).isEmpty());
      Await.until(
          "all proposals to be held, but for " + EARLY,
          LIMIT,
          Duration.ofSeconds(2),
          () -> gateway.doing("Held: " + CAUSE).size() >= FakeClusters.HUNG - EARLY);
      List<String> messages = messages(stage);
      List<String> proposed = gateway.doing("Under way: fake-");
      List<String> differences = new ArrayList<>();
      if (messages.size() != 1 || !messages.getFirst().contains(" of " + (FAKES + 1))) {
        differences.add("people were told this of the zone: " + messages);
      }
      if (proposed.size() > EARLY) {
        differences.add("the cause held too few back: " + proposed);
      }
      return differences;
    } catch (NotInTimeException never) {
      return List.of(String.valueOf(never.getMessage()));
    }
  }

  private static List<String> messages(Stage stage) {
    return stage.slack().messages().stream()
        .map(ChannelMessage::text)
        .filter(text -> text.contains(CAUSE) && !text.contains("Held: "))
        .toList();
  }
}
