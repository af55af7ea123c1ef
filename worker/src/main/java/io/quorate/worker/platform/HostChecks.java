package io.quorate.worker.platform;

import io.quorate.cluster.MembershipSource;
import io.quorate.configuration.OnHost;
import io.quorate.configuration.OnHost.ServiceSettings;
import io.quorate.data.DataDirectory;
import io.quorate.diagnosis.Advice;
import io.quorate.diagnosis.MachineAdvice;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.OtherMachine;
import io.quorate.wire.CheckJson.Checked;
import io.quorate.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks of a member's files on its machine. Files of this machine are looked at; of files on
 * another machine a look at the cluster has found what it could.
 *
 * @param whose the member, as a clause at the end of each name
 */
record HostChecks(OnHost on, String whose) {
  List<Checked> of(Optional<Member> member, ClusterView view) {
    List<Checked> all = new ArrayList<>();
    all.add(
        checked("data directory " + on.dataDirectory(), member.flatMap(seen -> data(seen, view))));
    if (on.service() instanceof ServiceSettings.StaticPod pod) {
      member.ifPresent(seen -> all.addAll(pod(pod, seen)));
    } else if (on.host().isThisMachine()) {
      all.addAll(here());
    } else {
      member.ifPresent(
          seen -> all.addAll(elsewhere(seen.workload(), seen.installation().binary().isPresent())));
      member.flatMap(seen -> machine(seen, view)).ifPresent(all::add);
    }
    return all;
  }

  private Checked checked(String name, Optional<String> trouble) {
    return Checked.of(name + whose, trouble);
  }

  /**
   * Why a member cannot run on its data directory, as the diagnosis judges it: nothing has to be
   * there for a place that is not in the membership.
   */
  private static Optional<String> data(Member member, ClusterView view) {
    boolean needed = member.isListed() || view.source() == MembershipSource.NONE;
    DataDirectory.State state = member.data().state();
    return switch (state) {
      case PRESENT ->
          view.strangerIn(member)
              .map(owner -> "it holds the data of " + owner)
              .or(() -> member.data().damage().map(damage -> "it is damaged: " + damage.words()));
      case UNREADABLE -> Optional.of(member.data().doubt().orElse("it cannot be read"));
      case ABSENT -> Optional.of("it is not there").filter(word -> needed);
      case EMPTY -> Optional.of("it is empty").filter(word -> needed);
      case PARTIAL -> Optional.of("parts of it are missing");
    };
  }

  /** Lists the checks of a static pod, on this machine or another. */
  private List<Checked> pod(ServiceSettings.StaticPod pod, Member member) {
    Workload workload = member.workload();
    boolean known = !workload.isUncertain() && !workload.isAbsent();
    return List.of(
        checked(
            "manifest " + pod.manifest(), Optional.of(workload.evidence()).filter(word -> !known)),
        checked(
            "image of " + pod.manifest(),
            Optional.of(
                    "its release is not known: its tag names none, or the manifest cannot be read")
                .filter(word -> known && member.installation().binary().isEmpty())));
  }

  /** The files of a member on this machine. */
  private List<Checked> here() {
    List<Checked> all = new ArrayList<>();
    all.add(checked("environment file " + on.environmentFile(), readable(on.environmentFile())));
    all.add(checked("binary " + on.binary(), executable(on.binary())));
    if (on.service() instanceof ServiceSettings.Process(Path pidFile, Path logFile)) {
      all.add(checked("pid file " + pidFile, folder(pidFile)));
      all.add(checked("log file " + logFile, folder(logFile)));
    }
    return all;
  }

  private static Optional<String> readable(Path file) {
    return Files.isRegularFile(file) && Files.isReadable(file)
        ? Optional.empty()
        : Optional.of("it is not there or cannot be read");
  }

  /** Returns why the program cannot be started: a member that is stopped would stay so. */
  private static Optional<String> executable(Path program) {
    return Files.isRegularFile(program) && Files.isExecutable(program)
        ? Optional.empty()
        : Optional.of("it is not there or cannot be executed");
  }

  /** Returns why the file cannot be there: a start of the member writes it, not its folder. */
  private static Optional<String> folder(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent != null && Files.isDirectory(parent)
        ? Optional.empty()
        : Optional.of("its folder is not there");
  }

  /**
   * The files of a member on another machine, by what a look found there.
   *
   * @param answers whether the binary told its version
   */
  List<Checked> elsewhere(Workload workload, boolean answers) {
    String where =
        switch (on.service()) {
          case ServiceSettings.Process process -> "pid file " + process.pidFile();
          case ServiceSettings.Systemd systemd -> "unit " + systemd.unit();
          case ServiceSettings.StaticPod pod -> "manifest " + pod.manifest();
        };
    Optional<String> evidence = Optional.of(workload.evidence());
    boolean known = !workload.isUncertain();
    boolean absent = workload.isAbsent();
    // A member is absent without its file or without its unit; the sentence names the one.
    boolean noFile = absent && workload.evidence().contains(on.environmentFile().toString());
    return List.of(
        checked(where, evidence.filter(word -> !known || absent && !noFile)),
        checked("environment file " + on.environmentFile(), evidence.filter(word -> noFile)),
        checked(
            "binary " + on.binary(),
            Optional.of("its version cannot be asked; is it there and executable?")
                .filter(word -> known && !answers)));
  }

  /** Which machine was looked at, with what is worth a warning of it. */
  private Optional<Checked> machine(Member member, ClusterView view) {
    Stream<String> another = OtherMachine.of(view, member).map(OtherMachine::sentence).stream();
    Stream<String> advice = MachineAdvice.on(member, view.at()).stream().map(Advice::sentence);
    String warning = Stream.concat(another, advice).collect(Collectors.joining(" "));
    return member
        .workload()
        .placement()
        .node()
        .map(
            id ->
                Checked.warned(
                    "machine " + OtherMachine.shown(id) + whose,
                    Optional.of(warning).filter(text -> !text.isEmpty())));
  }
}
