package io.quorate.volume;

import io.quorate.cluster.Sha256;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Copies the data of one member from its host to another one, through this machine: the hosts need
 * neither a way to each other nor trust in each other. A file goes in pieces, and a later attempt
 * goes on where one ended once the beginning has the same checksum on both sides; the copy gets its
 * name only when all files have.
 *
 * @param logThere the directory of its own that the log has at the next place; empty: none
 * @param source what was seen of the process at the place that is copied
 */
record CopyThroughWorker(Volume from, Volume to, String logThere, Absence.Proof source) {
  /** Copies all files; returns what was copied, in a sentence. */
  String copied(Permit permit) {
    Facts list = from.look(VolumeScript.SURVEY_FILES, List.of());
    MovedList moved = MovedList.of(list);
    String listed = moved.text();
    permit.use();
    Facts there = begun(list, listed);
    if (!there.has("whole")) {
      List<MovedFile> arrived = MovedList.arrived(there);
      for (MovedFile file : moved.files()) {
        bring(file, folderOf(file, list), file.in(arrived), permit);
      }
    }
    return ended(sums(), listed)
        .first("copied")
        .orElseThrow(() -> new Failure.Unknown("it was not said what was copied"));
  }

  private Facts begun(Facts list, String listed) {
    return atTheNextPlace(
        VolumeScript.RECEIVE,
        List.of(
            logThere,
            bytes(list, "data-bytes"),
            bytes(list, "log-bytes"),
            whence(),
            MovedList.owner(list)),
        listed);
  }

  /**
   * Returns a size as a parsed number. The next host uses the size in shell arithmetic, and some
   * shells execute commands inside an arithmetic expression.
   */
  private static String bytes(Facts list, String key) {
    return Long.toString(list.number(key).orElse(0L));
  }

  private String folderOf(MovedFile file, Facts list) {
    String data = from.directory() + "/member";
    return file.isLog()
        ? DirectoryObservation.of(list)
            .log()
            .map(DirectoryObservation.Log::path)
            .orElse(data + "/wal")
        : data;
  }

  private void bring(MovedFile file, String folder, Optional<MovedFile> arrived, Permit permit) {
    // With its last piece a file gets the time of its origin, so equal size and time mean whole.
    if (arrived.filter(file::equals).isPresent()) {
      return;
    }
    long position =
        arrived.filter(there -> beginsAlike(file, folder, there)).map(MovedFile::size).orElse(0L);
    try (ReadOnlyFile open = from.host().directory(folder).open(file.path().text())) {
      do {
        permit.goOn();
        position += piece(file, open, position);
      } while (position < file.size());
    } catch (IOException e) {
      throw new Failure.Transient(
          "%s/%s on %s cannot be read: %s"
              .formatted(folder, file.path().text(), from.host().name(), e),
          e);
    }
  }

  /** Sends the piece at this position, and returns its length. */
  private int piece(MovedFile file, ReadOnlyFile open, long position) throws IOException {
    Chunk piece = Chunk.of(open, position, file.size());
    boolean last = position + piece.length() == file.size();
    atTheNextPlace(
        VolumeScript.RECEIVE_PIECE,
        List.of(
            logThere,
            file.kind(),
            file.path().text(),
            Long.toString(position),
            Integer.toString(piece.length()),
            last ? file.time() : ""),
        piece.text());
    return piece.length();
  }

  private boolean beginsAlike(MovedFile file, String folder, MovedFile arrived) {
    if (arrived.size() == 0 || arrived.size() >= file.size()) {
      return false;
    }
    String there =
        file.isLog() && !logThere.isEmpty()
            ? logThere
            : to.directory() + "/member.copy" + (file.isLog() ? "/wal" : "");
    return sumOf(from, folder + "/" + file.path().text(), arrived.size())
        .equals(sumOf(to, there + "/" + file.path().text(), arrived.size()));
  }

  private static String sumOf(Volume volume, String file, long bytes) {
    return volume
        .look(VolumeScript.SUM_OF_FILE, List.of(file, Long.toString(bytes)), Scratch.LIMIT)
        .first("sum")
        .orElseThrow(() -> new Failure.Transient(file + " has no checksum"));
  }

  /** The checksums of all files where they come from, whose process is proven absent meanwhile. */
  private String sums() {
    Facts summed =
        from.underLock(
            VolumeScript.SUM_FILES,
            List.of(),
            Scratch.LIMIT,
            facts -> {
              from.requireUnchanged(source, from.proof(facts));
              return "go\n";
            });
    return summed.all("sum").stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private Facts ended(String sums, String listed) {
    return atTheNextPlace(
        VolumeScript.RECEIVE_END, List.of(logThere, Sha256.of(sums), whence()), listed);
  }

  private Facts atTheNextPlace(VolumeScript script, List<String> more, String sent) {
    return to.underLock(
        script,
        more,
        Scratch.LIMIT,
        facts -> {
          to.requireAbsent(to.proof(facts), "copied to");
          return "go\n" + sent;
        });
  }

  private String whence() {
    return from.directory() + " on " + from.host().name();
  }
}
