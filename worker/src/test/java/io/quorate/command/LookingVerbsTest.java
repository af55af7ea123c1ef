package io.quorate.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ObservationDepth;
import io.quorate.cluster.Revision;
import io.quorate.cluster.Silence;
import io.quorate.cluster.TlsFailure;
import io.quorate.plan.AnnouncedLoss;
import io.quorate.plan.Plan;
import io.quorate.port.Failure;
import io.quorate.record.ObservationMemory;
import io.quorate.wire.Json;
import io.quorate.wire.PlanJson;
import io.quorate.wire.StatusJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs that need nothing but etcd: what they print, and what they end with. */
class LookingVerbsTest {
  private static final String ERASE = "\r\u001b[K";
  private static final String[] REPLACE = {"plan", "minority-replace", "payments"};

  @TempDir Path directory;
  private Desk desk;

  @BeforeEach
  void sitDown() {
    desk = new Desk(directory);
  }

  @Test
  void statusOfAWholeClusterEndsWithZero() {
    assertThat(desk.type("status", "payments")).isZero();
    assertThat(desk.out())
        .startsWith("payments   WHOLE   3 voters, 3 alive, quorum 2, margin 1\n")
        .contains("No snapshot saved by Quorate yet.");
    assertThat(desk.err()).isEmpty();
  }

  @Test
  void statusOfALossNamesItAndProposesTheReplacement() {
    desk.sees(Drawn.ONE_LOST);

    assertThat(desk.type("status", "payments")).isEqualTo(1);
    assertThat(desk.out())
        .isEqualTo(
            """
            payments   MINORITY LOST   3 voters, 2 alive, quorum 2, margin 0
            etcd-1 is lost: its process is gone and its data directory is absent. etcd-0 and etcd-2 hold quorum; one more loss stops all writes.

            MEMBER  ZONE  STATE          VERSION  REVISION  BEHIND  DB
            etcd-0  a     voter, leader  3.6.16   48,211    0       21 MiB
            etcd-1  b     voter, lost    -        -         -       -
            etcd-2  c     voter          3.6.16   48,210    0       21 MiB

            No snapshot saved by Quorate yet.
            Data not compared by Quorate yet.
            Proposed: quorate start minority-replace payments --member etcd-1
            Advice: No verified snapshot of the last 24 hours is known.
            """);
  }

  /** Nobody knows whether the lost ones are off: only a person can state that. */
  @Test
  void statusOfALostMajorityStatesNothingAboutItsMembersAndLooksForSources() {
    desk.sees(new Drawn(Set.of("etcd-1", "etcd-2"), Set.of()));

    assertThat(desk.type("status", "payments")).isEqualTo(1);
    assertThat(desk.depths).containsExactly(ObservationDepth.USUAL, ObservationDepth.KNOWN_SOURCES);
    assertThat(desk.out()).contains("majority-recovery").doesNotContain("--is-off");
  }

  @Test
  void statusOfADarkClusterEndsWithFiveAndStillAnswersInJson() {
    desk.sees(Drawn.DARK);

    assertThat(desk.type("status", "payments", "-o", "json")).isEqualTo(5);
    assertThat(desk.out()).contains("\"name\":\"unobservable\"");
  }

  @Test
  void aDarkClusterShowsUnknownVotersAndNoCount() {
    desk.sees(Drawn.DARK);

    desk.type("status", "payments");
    assertThat(desk.out())
        .startsWith("payments   UNOBSERVABLE   3 members configured, who votes is not known\n")
        .contains("not known, silent")
        .doesNotContain("0 voters");
    desk.type("clusters", "--look");
    assertThat(desk.out()).contains("payments  unobservable  voters not known  margin not known");
  }

  @Test
  void statusAndCheckNameTheExpiredCertificate() {
    String why = "no TLS connection: PKIX path validation failed; its certificate has expired";
    TlsFailure expired =
        new TlsFailure(
            TlsFailure.Certificate.THEIRS, TlsFailure.Reason.EXPIRED, Optional.empty(), why);
    desk.sees(
        Drawn.DARK.because(
            new Silence.Tls("etcd does not answer at https://10.0.0.1:2379: " + why, expired)));

    assertThat(desk.type("status", "payments")).isEqualTo(5);
    assertThat(desk.out())
        .contains("because of certificates. etcd-0, etcd-1 and etcd-2: " + why)
        .doesNotContain("cut off");
    desk.type("check");
    assertThat(desk.out()).contains(why);
  }

  @Test
  void checkAndStatusNameTheSameDamageOfADirectory() {
    desk.sees(Drawn.ONE_LOST.damaged("etcd-1"));

    desk.type("check");
    assertThat(desk.out())
        .containsPattern("failed +data directory .*etcd-1 of etcd-1 .* it is damaged: crc");
    desk.type("status", "payments");
    assertThat(desk.out())
        .contains("etcd-1 is lost: its process is gone and its data is damaged: crc");
  }

  @Test
  void checkLooksAtTheChosenClustersAlone() {
    assertThat(desk.type("check", "payments", "--zone", "nowhere")).isEqualTo(2);
    assertThat(desk.err()).contains("no cluster has a member in the zone 'nowhere'");
    assertThat(desk.type("check", "payments", "--site", "nowhere")).isEqualTo(2);
    assertThat(desk.err()).contains("no cluster has a member in the site 'nowhere'");
    assertThat(desk.type("check", "paymets")).isEqualTo(2);
    assertThat(desk.err()).contains("did you mean payments?");
    assertThat(desk.type("check", "payments", "--all")).isEqualTo(2);

    desk.type("check", "payments");
    assertThat(desk.out()).contains("(payments)");
  }

  @Test
  void checkAsksForTheMembersThatThePlatformNames() {
    desk.located = cluster -> cluster.withMembers(new TreeMap<>());

    desk.type("check");

    assertThat(desk.out()).doesNotContain("client URL");
  }

  /** The member runs well today, but its next start would be refused. */
  @Test
  void checkSaysWhatAStartWouldRefuseWhileTheMemberRuns() {
    String why = "/etc/etcd/h1.env line 3 names the settings file /etc/etcd/etcd.yml";
    desk.sees(Drawn.WHOLE.unstartable("etcd-1", why));

    assertThat(desk.type("check")).isEqualTo(5);
    assertThat(desk.out()).containsPattern("failed +data directory .* of etcd-1 .* " + why);
  }

  @Test
  void clustersLooksOnlyAtTheHostsOfClustersInTrouble() {
    desk.type("clusters", "--look");
    assertThat(desk.depths).containsExactly(ObservationDepth.ANSWERS);

    desk.sees(Drawn.ONE_LOST).type("clusters", "--look");
    assertThat(desk.depths).endsWith(ObservationDepth.ANSWERS, ObservationDepth.USUAL).hasSize(3);
  }

  @Test
  void statusAsJsonHasHexadecimalIdsAndNullForWhatWasNotSaid() throws IOException {
    desk.sees(Drawn.ONE_LOST);

    assertThat(desk.type("-o", "JSON", "status", "payments")).isEqualTo(1);
    Golden.check("status.json", desk.out());
    assertThat(desk.err()).isEmpty();
  }

  @Test
  void jsonAndNoColorTurnTheColourOfATerminalOff() {
    desk.sees(Drawn.ONE_LOST).onTerminal();
    desk.type("status", "payments");
    assertThat(desk.out()).contains("\u001b[");

    desk.type("status", "payments", "-o", "json");
    assertThat(desk.out()).doesNotContain("\u001b[");

    desk.with("NO_COLOR", "1").type("status", "payments");
    assertThat(desk.out()).doesNotContain("\u001b[");
  }

  @Test
  void aPlanIsPrintedOnceTheLossHasLastedItsFiveSeconds() {
    desk.sees(Drawn.ONE_LOST);

    assertThat(desk.type(REPLACE)).isZero();
    assertThat(desk.now()).isEqualTo(Desk.START.plusSeconds(5));
    assertThat(desk.out()).startsWith("Replace etcd-1 of payments").contains("Ask one approver");
    assertThat(desk.err())
        .isEqualTo(
            """
            waiting until 03:04:10 UTC: etcd-1 is lost: its process is gone and its data directory is \
            absent. It is called dead if nothing changes until 2026-03-01T03:04:10Z.
            """);
  }

  @Test
  void aPlanAsJsonHasTheStepsAndTheDigest() throws IOException {
    desk.sees(Drawn.ONE_LOST);

    assertThat(desk.type("plan", "Minority Replace", "payments", "--output=json", "--quiet"))
        .isZero();
    assertThat(desk.out()).containsPattern("\"digest\":\"[0-9a-f]{64}\"");
    Golden.check("plan.json", desk.out().replaceAll("[0-9a-f]{64}", "..."));
    assertThat(desk.err()).isEmpty();
  }

  @Test
  void theJsonOfAPlanReportsTheLossOfTheRestore() {
    Plan plan =
        new Plan(
            "majority-recovery",
            Map.of(),
            "Restore payments from a.db",
            Drawn.DARK.at(Desk.START, ObservationMemory.NONE),
            List.of(),
            List.of(),
            "The old data is kept.");
    AnnouncedLoss loss =
        new AnnouncedLoss(
            "snapshot a.db",
            new Revision(90),
            Optional.of(120L),
            Optional.of(30L),
            Optional.empty(),
            Optional.empty(),
            Optional.of(Desk.START),
            List.of("30 changes are certainly lost."),
            Optional.empty());

    String json =
        Json.text(
            PlanJson.of(new ClusterKey("payments"), "majority-recovery", plan.announcing(loss)));

    assertThat(json)
        .contains("\"warnings\":[],")
        .contains(
            "\"report\":{\"source\":\"snapshot a.db\",\"revision\":90,\"highestSeen\":120,"
                + "\"certainlyLost\":30,\"possiblyLost\":\"unknown\",\"window\":{\"from\":"
                + "\"unknown\",\"to\":\"2026-03-01T03:04:05Z\"},"
                + "\"lines\":[\"30 changes are certainly lost.\"],"
                + "\"highestIndex\":\"unknown\"}");
  }

  @Test
  void nothingToDoEndsWithFour() {
    assertThat(desk.type(REPLACE)).isEqualTo(4);
    assertThat(desk.out()).startsWith("nothing to do: ");
  }

  @Test
  void aRefusalEndsWithThreeAndSaysWhy() {
    assertThat(desk.type("plan", "minority-replace", "--member", "etcd-2", "payments"))
        .isEqualTo(3);
    assertThat(desk.out()).startsWith("refused: etcd-2 votes").contains("\nDo: ");
  }

  @Test
  void aWaitBeyondTenSecondsEndsWithNotYetAtOnce() {
    desk.sees(new Drawn(Set.of(), Set.of("etcd-1")));

    assertThat(desk.type("plan", "minority-replace", "payments", "-o", "json")).isEqualTo(6);
    PlanJson plan = Json.read(desk.out(), PlanJson.class).orElseThrow();
    assertThat(plan.prescription()).isEqualTo("not-yet");
    assertThat(plan.until()).contains(Desk.START.plusSeconds(60));
    assertThat(desk.now()).isEqualTo(Desk.START);
  }

  @Test
  void aFirstLookThatSeesNobodyIsMadeAgain() {
    assertThat(desk.seesAtFirst(Drawn.DARK).type("status", "payments")).isZero();
    desk.sees(Drawn.ONE_LOST).seesAtFirst(Drawn.DARK);
    assertThat(desk.type(REPLACE)).as(desk.err()).isZero();
  }

  @Test
  void aPlanForADarkClusterEndsWithFiveAtOnce() {
    assertThat(desk.sees(Drawn.DARK).type(REPLACE)).isEqualTo(5);
    assertThat(desk.now()).isEqualTo(Desk.START);
  }

  @Test
  void aPlanAtATerminalErasesTheLineThatShowsTheWait() {
    desk.sees(Drawn.ONE_LOST).onTerminal();

    assertThat(desk.type(REPLACE)).isZero();
    assertThat(desk.err())
        .startsWith(
            ERASE + "looking at payments ..." + ERASE + "waiting, 5 s to go: etcd-1 is lost")
        .contains(ERASE + "waiting, 1 s to go: ")
        .endsWith(ERASE)
        .doesNotContain("\n");
    assertThat(desk.err().split(Pattern.quote(ERASE)))
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(80));

    assertThat(desk.type("plan", "minority-replace", "payments", "-o", "json")).isZero();
    assertThat(desk.err()).doesNotContain(ERASE);
  }

  @Test
  void aWatchedStatusIsPrintedAgainOnlyWhenSomethingHappenedUntilCtrlC() {
    Iterator<Drawn> drawn = List.of(Drawn.WHOLE, Drawn.ONE_LOST, Drawn.ONE_LOST).iterator();
    desk.meanwhile(() -> desk.sees(drawn.next())).interruptedInPause(3);

    assertThat(desk.type("status", "payments", "--watch", "-o", "json")).isEqualTo(130);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(desk.out().lines().map(line -> Json.read(line, StatusJson.class).orElseThrow()))
        .extracting(status -> status.diagnosis().name())
        .containsExactly("whole", "minority-lost");
  }

  @Test
  void aWatchedStatusIsWrittenOverAtATerminalAndFollowsElsewhere() {
    desk.meanwhile(() -> desk.sees(Drawn.ONE_LOST)).interruptedInPause(1);
    desk.type("status", "payments", "-w");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(desk.out())
        .startsWith("payments   WHOLE")
        .contains("\npayments   MINORITY LOST")
        .doesNotContain("\u001b");

    desk.sees(Drawn.WHOLE).onTerminal().interruptedInPause(1);
    desk.type("status", "payments", "-w");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(desk.out()).startsWith("\u001b[Hpayments").endsWith("\u001b[J\n");
    assertThat(desk.out().split("\u001b\\[H")).hasSize(3);
  }

  @Test
  void clustersCountsTheFleetAndGivesEachClusterALine() {
    assertThat(desk.sees(Drawn.ONE_LOST).type("clusters")).isZero();
    assertThat(desk.err()).startsWith("The clusters are looked at now: the gateway at ");
    assertThat(desk.out())
        .startsWith("1 cluster, 1 not well.\n\npayments  minority-lost  3 voters  margin 0  ");

    desk.sees(Drawn.WHOLE).type("clusters", "--look");
    assertThat(desk.out())
        .startsWith("1 cluster, all are well.\n\npayments  whole  3 voters  margin 1");
    desk.type("clusters", "--look", "--finding", "whole");
    assertThat(desk.out()).startsWith("1 cluster of this choice, all are well.\n\npayments  ");
  }

  @Test
  void runbooksNeedNoConfiguration() {
    desk.with("QUORATE_CONFIG", "/nowhere/quorate.yml");

    assertThat(desk.type("runbooks")).isZero();
    assertThat(desk.out()).contains("minority-replace").contains("--member NAME");
  }

  @Test
  void checkNamesEachThingAndEndsWithFiveWhenOneIsOutOfReach() throws IOException {
    for (int host = 0; host < 3; host++) {
      Files.writeString(
          directory.resolve("etcd-" + host + ".env"),
          "ETCD_DATA_DIR=" + directory + "/etcd-" + host + "\n");
    }
    assertThat(desk.type("check")).as("no etcd to start").isEqualTo(5);
    assertThat(desk.out()).containsPattern("failed +binary .*/etcd of etcd-1 \\(payments\\)");

    assertThat(Files.createFile(directory.resolve("etcd")).toFile().setExecutable(true)).isTrue();
    assertThat(desk.type("check")).as(desk.out()).isZero();
    String ages = "what is known of etcd's versions";
    assertThat(desk.out().lines())
        .filteredOn(line -> !line.contains(ages) && !line.contains("enough approvers"))
        .filteredOn(line -> !line.contains("its machine"))
        .allSatisfy(line -> assertThat(line).startsWith("ok"));

    assertThat(desk.out())
        .containsPattern("warning +enough approvers +nobody is in approval.approvers");

    desk.pause(Duration.ofDays(3650));
    assertThat(desk.type("check")).as("a warning is no failure").isZero();
    assertThat(desk.out()).contains("warning  " + ages);

    desk.temporalTrouble = Optional.of("connection refused");
    assertThat(desk.type("check")).isEqualTo(5);
    assertThat(desk.out()).containsPattern("failed +Temporal at 127.0.0.1:7233");
  }

  /** The members of a cluster in Kubernetes are named by the API server. */
  @Test
  void checkGoesOnWhereTheMembersOfAClusterAreNotKnown() {
    desk.unseen = Optional.of(new Failure.Refused("there is no StatefulSet orders"));

    assertThat(desk.type("check")).isEqualTo(5);
    assertThat(desk.out())
        .containsPattern("failed +members of payments +there is no StatefulSet orders")
        .containsPattern("ok +Temporal at 127.0.0.1:7233");
  }

  /** A healthy member on an overloaded machine is neither frozen nor cut off. */
  @Test
  void checkTellsSlownessAsSlowness() {
    desk.sees(Drawn.WHOLE).seesAtFirst(new Drawn(Set.of(), Set.of("etcd-1")));
    desk.type("check");
    assertThat(desk.out())
        .containsPattern("warning +answer of etcd-1 \\(payments\\) .*second look only.*overloaded")
        .doesNotContainPattern("failed +client URL");
  }

  @Test
  void checkWarnsWhereTemporalAndTheSnapshotsAreOnTheMachineOfAMember() {
    desk.type("check");
    assertThat(desk.out())
        .containsPattern("warning +Temporal at .*, its machine .*on the machine of etcd-0 and of 2")
        .containsPattern("warning +snapshot directory .*, its machine .*when that machine is lost");
  }

  @Test
  void checkWarnsOfTokensThatOthersMayRead() throws IOException {
    Path token = Files.writeString(directory.resolve("token"), "secret");
    desk.configure("gateway: {alertTokenFile: token}\n");

    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r--r--"));
    desk.type("check");
    assertThat(desk.out())
        .containsPattern("warning +secret .*token +everybody on this machine may read it")
        .contains("chmod 600 " + token);

    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r-----"));
    desk.type("check");
    assertThat(desk.out()).contains("everybody in its group may read it (rw-r-----)");

    Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
    desk.type("check");
    assertThat(desk.out()).containsPattern("ok +secret .*token *\n");
  }

  @Test
  void thePlaygroundIsNamedAndNotPartOfTheProduct() {
    assertThat(desk.type("--help")).isZero();
    assertThat(desk.out()).containsPattern("playground +A real cluster on this machine");

    assertThat(desk.type("playground", "lost-member", "--keep")).isEqualTo(2);
    assertThat(desk.err()).contains("in a checkout type: ./quorate playground lost-member --keep");
  }

  @Test
  void checkOfAWrongConfigurationEndsWithTwo() {
    desk.configure("colour: red\n");

    assertThat(desk.type("check", "-o", "json")).isEqualTo(2);
    assertThat(desk.err()).contains("quorate.yml:1: colour: is not known here");
    assertThat(desk.out()).isEmpty();
  }

  @Test
  void serversAreHandedOver() {
    desk.type("serve");
    desk.type("worker");
    desk.type("gateway");

    assertThat(desk.served).containsExactly(Roles.WORKER_AND_GATEWAY, Roles.WORKER, Roles.GATEWAY);
  }
}
