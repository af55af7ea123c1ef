package io.quorate.runbook;

import io.quorate.cluster.EtcdVersion;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.step.Reason;
import io.quorate.step.StepReason;
import io.quorate.version.Hop;
import io.quorate.version.SettingFinding;
import io.quorate.version.TranslatedSettings;
import io.quorate.version.VersionKnowledge;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.RunningVersions;
import io.quorate.workload.Installation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Releases and settings on the hosts of members that are to run another etcd: whether each host has
 * the release, and how that etcd reads the member's settings.
 *
 * @param to the etcd that the members are to run
 * @param members the members that do not run that etcd yet
 */
public record ReleasesOnHosts(ClusterView view, EtcdVersion to, List<Member> members) {
  /** The objection of the first host that lacks the release, or on which it cannot be used. */
  public Optional<Prescription> missing() {
    return members.stream().flatMap(member -> missing(member).stream()).findFirst();
  }

  private Optional<Prescription> missing(Member member) {
    Installation installation = member.installation();
    if (installation.binary().isEmpty()) {
      return refuse(
          RunbookReason.BINARY_UNKNOWN.because(
              "Which etcd " + member.name() + " is started from is not known.", member.words()));
    }
    if (installation.settings().isEmpty()) {
      return refuse(
          StepReason.SETTINGS_UNREADABLE.because(
              "The settings of "
                  + member.name()
                  + " cannot be read, so they cannot be translated."));
    }
    Optional<Installation.Release> release = installation.release(to);
    if (release.isEmpty()) {
      List<String> names =
          installation.releases().stream().map(one -> one.version().toString()).toList();
      return refuse(
          RunbookReason.RELEASE_NOT_CONFIGURED.because(
              "No release "
                  + to
                  + " of etcd is configured; "
                  + (names.isEmpty() ? "none is" : "there are " + String.join(", ", names))
                  + "."));
    }
    return release
        .get()
        .problem()
        .flatMap(
            problem ->
                refuse(
                    StepReason.RELEASE_UNUSABLE.because(
                        "etcd "
                            + to
                            + " cannot be used on "
                            + member.words().placeOf(member.name())
                            + ", because "
                            + problem
                            + ".",
                        "Mend etcd "
                            + to
                            + " on "
                            + member.words().placeOf(member.name())
                            + ", then start this again.")));
  }

  /**
   * The objection of settings that the other etcd refuses, or ignores where that would be harmful.
   */
  public Optional<Prescription> settingsInTheWay() {
    List<String> refused = findings(SettingFinding.Refuse.class::isInstance);
    return refused.isEmpty()
        ? Optional.empty()
        : refuse(RunbookReason.SETTINGS_REFUSED.because(String.join(" ", refused)));
  }

  /**
   * Warnings about members whose present etcd is no configured release: such a member cannot be
   * switched back when the other etcd does not start.
   */
  public List<String> noWayBack() {
    return members.stream()
        .filter(member -> !member.installation().binary().filter(to::equals).isPresent())
        .flatMap(member -> from(member).filter(old -> isUnusable(member, old)).stream())
        .distinct()
        .map(
            old ->
                "etcd "
                    + old
                    + " is not among etcd.releases, or cannot be used, so it cannot be given back"
                    + " to a member that does not come up.")
        .toList();
  }

  private static boolean isUnusable(Member member, EtcdVersion version) {
    return member
        .installation()
        .release(version)
        .filter(release -> release.problem().isEmpty())
        .isEmpty();
  }

  /** Settings that change with the hop, in sentences. */
  public List<String> changedSettings() {
    return findings(finding -> !(finding instanceof SettingFinding.Refuse));
  }

  /** One sentence for each finding, with all members it concerns. */
  private List<String> findings(Predicate<SettingFinding> wanted) {
    Map<String, List<Member>> bySentence = new LinkedHashMap<>();
    for (Member member : members) {
      translation(member).stream()
          .flatMap(translation -> translation.findings().stream())
          .filter(wanted)
          .map(SettingFinding::sentence)
          .forEach(said -> bySentence.computeIfAbsent(said, s -> new ArrayList<>()).add(member));
    }
    return bySentence.entrySet().stream()
        .map(entry -> Wording.and(entry.getValue()) + ": " + entry.getKey())
        .toList();
  }

  public Optional<TranslatedSettings> translation(Member member) {
    return hop(member)
        .map(hop -> VersionKnowledge.current().translate(hop, member.installation().settings()));
  }

  /** The hop of this member from the version it runs; empty when that version is not known. */
  public Optional<Hop> hop(Member member) {
    return from(member).map(version -> new Hop(version, to));
  }

  /**
   * The version that a member runs, or ran before it was stopped; empty when only its own files
   * could tell.
   */
  private Optional<EtcdVersion> from(Member member) {
    return RunningVersions.ofOne(view, member)
        .filter(version -> !version.equals(to))
        .or(
            () ->
                RunningVersions.of(view).all().stream()
                    .filter(version -> !version.equals(to))
                    .findFirst());
  }

  private static Optional<Prescription> refuse(Reason reason) {
    return Optional.of(new Refusal(reason));
  }
}
