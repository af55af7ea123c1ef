package io.quorate.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.Revision;
import io.quorate.port.PlainContent;
import io.quorate.port.Recovered;
import io.quorate.port.SnapshotContent;
import io.quorate.port.SnapshotContent.KeysOfSource;
import io.quorate.port.Storage.HashOfKeys;
import io.quorate.port.Trial;
import io.quorate.port.Trial.Joined;
import io.quorate.port.Trial.Learner;
import io.quorate.port.Trial.OldWatch;
import io.quorate.port.Trial.StayedOutside;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a restored snapshot is what was saved, and when it is not. */
class DrillFindingsTest {
  private static final long BUMP = 1_000_000_000;
  private static final KeysOfSource SOURCE = keys(7, 0xabc, 40);
  private static final Duration TOOK = Duration.ofSeconds(7);
  private static final HashOfKeys HASH = keys(7, 0xbcd, 40).hash();
  private static final HashOfKeys OTHER = keys(7, 0xcde, 40).hash();

  @Test
  void aSnapshotIsAsRecordedWhereRevisionKeysHashAndOldWatchAre() {
    DrillFindings findings = findings(plain(120, SOURCE), raised(120 + BUMP, OldWatch.COMPACTED));

    assertThat(findings.mismatch()).isEmpty();
    assertThat(findings.evidence())
        .isEqualTo(
            "revision 120, 7 keys, the hash of its source, with revisions raised by 1,000,000,000 a"
                + " watch from before is told to list anew, a learner joined in 7.0 s with the same"
                + " keys");
    assertThat(findings.learnerTook()).contains(Duration.ofSeconds(7));
  }

  @Test
  void anotherRevisionAnotherNumberOfKeysAndAnotherHashAreSaid() {
    Trial good = raised(120 + BUMP, OldWatch.COMPACTED);
    assertThat(findings(plain(119, SOURCE), good).mismatch())
        .contains("restored it has revision 119, and has to have 120");
    assertThat(findings(plain(120, keys(6, 0xabc, 50)), good).mismatch())
        .contains("restored it has 6 keys at revision 120, and its source had 7 keys there");
    assertThat(findings(plain(120, keys(7, 0xabd, 40)), good).mismatch())
        .contains(
            "restored its keys at revision 120 have the hash 00000abd, and those of its source"
                + " 00000abc");
  }

  /** Counted later than hashed, by an earlier release: the number is that of another revision. */
  @Test
  void equalHashesOverTheSameRevisionsAreEqualKeysWhateverWasCounted() {
    assertThat(
            findings(plain(120, keys(6, 0xabc, 40)), raised(120 + BUMP, OldWatch.COMPACTED))
                .mismatch())
        .isEmpty();
  }

  /** Leases that ran out while it was hashed. */
  @Test
  void keysToldAtAnotherRevisionSpeakAgainstNoSnapshot() {
    KeysOfSource later =
        new KeysOfSource(6, new HashOfKeys(0x123, new Revision(40), new Revision(121)));
    assertThat(findings(plain(120, later), raised(120 + BUMP, OldWatch.COMPACTED)).mismatch())
        .isEmpty();
  }

  /** etcd raises the revision of the last key; an empty database has none. */
  @Test
  void anEmptyDatabaseIsRaisedToTheBumpItself() {
    SnapshotContent empty = PlainContent.of(1, 4, Optional.empty());
    assertThat(
            new DrillFindings(
                    empty,
                    trial(1, Optional.empty(), Optional.empty()),
                    Optional.of(raised(BUMP, OldWatch.COMPACTED)),
                    BUMP)
                .mismatch())
        .isEmpty();
  }

  @Test
  void aToolThatDoesNotMarkOldRevisionsCompactedSaysNothingOfTheSnapshot() {
    DrillFindings findings = findings(plain(120, SOURCE), raised(120 + BUMP, OldWatch.OPEN));
    assertThat(findings.mismatch()).isEmpty();
    assertThat(findings.openWatch())
        .contains("restored with raised revisions it still answers reads of older ones");
  }

  @Test
  void aWatchThatGotNoAnswerProvesNothingAndIsSaid() {
    DrillFindings findings =
        findings(
            plain(120, SOURCE),
            joined(
                trial(120 + BUMP, Optional.empty(), Optional.empty()),
                new Joined(TOOK, HASH, HASH)));
    assertThat(findings.mismatch()).isEmpty();
    assertThat(findings.openWatch()).isEmpty();
    assertThat(findings.evidence())
        .contains("with revisions raised by 1,000,000,000 a watch from before is not answered");
  }

  /** A lease that runs out in the restored etcd changes keys and revision, and no snapshot. */
  @Test
  void onlyKeysOverTheSameRevisionsSpeakAgainstASnapshotBeforeARestore() {
    Trial good = raised(120 + BUMP, OldWatch.OPEN);
    assertThat(findings(plain(120, SOURCE), good).otherKeys()).isEmpty();
    assertThat(findings(plain(120, keys(7, 0xabd, 40)), good).otherKeys()).isPresent();
    assertThat(findings(plain(120, keys(7, 0xabd, 50)), good).otherKeys()).isEmpty();
  }

  @Test
  void theRaisedRestoreHasToBeRaised() {
    assertThat(findings(plain(120, SOURCE), raised(120, OldWatch.COMPACTED)).mismatch())
        .contains(
            "restored with raised revisions it has revision 120, and has to have 1,000,000,120");
  }

  /** The source compacted between the save and its answer: both hashes are right, and differ. */
  @Test
  void hashesOverOtherRevisionsAreNotComparedAndThatIsSaid() {
    DrillFindings findings =
        findings(plain(120, keys(7, 0xdef, 10)), raised(120 + BUMP, OldWatch.COMPACTED));

    assertThat(findings.mismatch()).isEmpty();
    assertThat(findings.evidence()).contains("no hash to compare: its source compacted meanwhile");
  }

  /** Where nothing else is wrong: what was restored is compared before a learner joins it. */
  @Test
  void aLearnerWithOtherKeysThanTheRestoredMemberIsAMismatch() {
    Trial other = joined(raised(120 + BUMP, OldWatch.COMPACTED), new Joined(TOOK, HASH, OTHER));
    assertThat(findings(plain(120, SOURCE), other).mismatch())
        .contains("the keys of a learner that joined it have another hash than its own");
    assertThat(findings(plain(119, SOURCE), other).mismatch())
        .contains("restored it has revision 119, and has to have 120");
  }

  @Test
  void aLearnerThatStayedOutsideSaysNothingOfTheSnapshot() {
    DrillFindings findings =
        findings(
            plain(120, SOURCE),
            joined(raised(120 + BUMP, OldWatch.COMPACTED), new StayedOutside("it ended")));

    assertThat(findings.mismatch()).isEmpty();
    assertThat(findings.learnerOutside()).contains("it ended");
    assertThat(findings.learnerTook()).isEmpty();
    DrillFindings untold =
        new DrillFindings(
            said(Optional.empty(), false), plain(120, SOURCE), Optional.empty(), BUMP);
    assertThat(untold.learnerOutside()).contains("nothing was told of it");
  }

  @Test
  void noLearnerCanJoinWithAuthenticationOrADowngradeAndThatIsSaid() {
    SnapshotContent closed = said(Optional.empty(), true);
    assertThat(DrillFindings.learnerObstacle(said(Optional.empty(), false))).isEmpty();
    assertThat(DrillFindings.learnerObstacle(closed)).contains("authentication is on in it");
    assertThat(DrillFindings.learnerObstacle(said(Optional.of("3.5"), false)))
        .contains("a downgrade to 3.5 is enabled in it");
    DrillFindings findings =
        new DrillFindings(
            closed, trial(120, Optional.empty(), Optional.empty()), Optional.empty(), 0);
    assertThat(findings.learnerOutside()).isEmpty();
    assertThat(findings.evidence()).contains("no learner joined: authentication is on in it");
  }

  private static DrillFindings findings(Trial plain, Trial raised) {
    return new DrillFindings(said(Optional.empty(), false), plain, Optional.of(raised), BUMP);
  }

  private static SnapshotContent said(Optional<String> downgradeTo, boolean authentication) {
    return new SnapshotContent(
        new Revision(120),
        130,
        Optional.empty(),
        List.of(),
        List.of(),
        downgradeTo,
        authentication,
        List.of("3.6.16"),
        Optional.of(SOURCE),
        Optional.empty());
  }

  private static Trial joined(Trial trial, Learner learner) {
    return new Trial(
        trial.content(),
        trial.restoring(),
        trial.starting(),
        trial.oldWatch(),
        Optional.of(learner));
  }

  private static Trial plain(long revision, KeysOfSource keys) {
    return trial(revision, Optional.of(keys), Optional.empty());
  }

  private static Trial raised(long revision, OldWatch watch) {
    return joined(
        trial(revision, Optional.empty(), Optional.of(watch)), new Joined(TOOK, HASH, HASH));
  }

  private static Trial trial(long revision, Optional<KeysOfSource> keys, Optional<OldWatch> watch) {
    return new Trial(
        new Recovered(
            Optional.empty(), new Revision(revision), keys, List.of(), Optional.empty(), false),
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        watch,
        Optional.empty());
  }

  private static KeysOfSource keys(long count, int hash, long compactedAt) {
    return new KeysOfSource(
        count, new HashOfKeys(hash, new Revision(compactedAt), new Revision(120)));
  }
}
