package io.quorate.volume;

import io.quorate.cluster.MemberId;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Renames the data of a member, and its log where that has a directory of its own. */
public record SettingAside(Volume volume, MemberId was) {
  /** Sets the data aside; returns where it is now. Called again, it does what is missing. */
  public String carriedOut(Permit permit) {
    String suffix = AsideName.suffix(permit.operation(), was);
    Facts before = volume.look(VolumeScript.SURVEY, List.of(suffix));
    var process = volume.proof(before);
    var directory = DirectoryObservation.of(before);
    requireMovable(process, directory);
    if (directory.nothingToMove()) {
      return directory.setAside().isEmpty()
          ? "there was nothing to set aside: " + directory.source() + " is absent or empty"
          : String.join(" and ", directory.setAside());
    }
    requireFree(directory);
    List<String> moved =
        volume
            .underLock(
                VolumeScript.ASIDE,
                List.of(suffix),
                facts -> {
                  volume.requireUnchanged(process, volume.proof(facts));
                  volume.requireUnchanged(directory, DirectoryObservation.of(facts));
                  permit.use();
                  return "go " + directory.toMove() + "\n";
                })
            .all("moved");
    if (moved.isEmpty()) {
      throw new Failure.Unknown("it was not said where " + directory.source() + " is now");
    }
    return Stream.concat(directory.setAside().stream(), moved.stream())
        .collect(Collectors.joining(" and "));
  }

  private void requireMovable(Absence.Proof process, DirectoryObservation directory) {
    process
        .objection()
        .ifPresent(
            why -> {
              throw new Failure.Refused(
                  "the data directory of "
                      + volume.member()
                      + " is not set aside while its process is not proven gone: "
                      + why);
            });
    if (!directory.readable()) {
      throw new Failure.Refused(
          volume.directory()
              + " of "
              + volume.member()
              + " cannot be read: "
              + directory.whyUnreadable());
    }
    directory
        .log()
        .flatMap(log -> log.whyNotEmpty(volume.settings()))
        .ifPresent(
            why -> {
              throw new Failure.Refused(
                  "the data of " + volume.member() + " is not set aside: " + why);
            });
  }

  private static void requireFree(DirectoryObservation directory) {
    directory
        .doubled()
        .ifPresent(
            both -> {
              throw new Failure.Refused(
                  "both "
                      + both
                      + " are there; nothing is replaced, so one of them has to be moved by a"
                      + " person");
            });
  }
}
