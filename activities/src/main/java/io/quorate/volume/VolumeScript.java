package io.quorate.volume;

import io.quorate.shell.Script;
import io.quorate.volume.Absence.Part;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Scripts for a directory, joined from files beside this class; the last file is the one that acts.
 */
public enum VolumeScript {
  INSPECT("place", "directory", "words", "data", "inspect"),
  DATABASE_SIZE("database-size"),
  SURVEY("place", "directory", "survey"),
  ASIDE("lock", "place", "directory", "rename", "aside"),
  ASIDES("place", "asides"),
  COPY("lock", "place", "directory", "files", "copy"),
  SURVEY_FILES("place", "directory", "files", "survey-files"),
  RECEIVE("lock", "place", "directory", "files", "piece", "receive"),
  RECEIVE_PIECE("lock", "place", "directory", "piece", "receive-piece"),
  SUM_OF_FILE("scratch", "sum-of-file"),
  SUM_FILES("lock", "place", "directory", "files", "sum-files"),
  RECEIVE_END("lock", "place", "directory", "files", "piece", "receive-end"),
  SURVEY_COPY("place", "directory", "files", "survey-copy"),
  LEAVE("lock", "place", "directory", "rename", "files", "leave"),
  TAKE_OVER("lock", "place", "directory", "files", "take-over"),
  DUPLICATE("lock", "place", "directory", "scratch", "duplicate"),
  APPEND("lock", "place", "directory", "scratch", "piece", "append"),
  MEND("lock", "place", "directory", "scratch", "mend"),
  ALONE("lock", "place", "directory", "scratch", "alone"),
  RESTORE("lock", "place", "directory", "scratch", "restore"),
  SURVEY_DELIVERED("lock", "place", "directory", "scratch", "survey-delivered"),
  DELIVER("lock", "place", "directory", "scratch", "piece", "deliver"),
  CLEAR("lock", "place", "directory", "scratch", "clear"),
  SURVEY_RESTORED("place", "directory", "restored", "survey-restored"),
  PUT_IN_PLACE("lock", "place", "directory", "scratch", "restored", "put-in-place"),
  SURVEY_PRESENT("place", "directory", "present", "survey-present"),
  PUT_BACK("lock", "place", "directory", "rename", "present", "put-back");

  private static final String OWNER = "\ncontinue_as_owner_of ";

  private final List<String> parts;
  private final Map<Part, Script> byAbsence = new ConcurrentHashMap<>();

  VolumeScript(String... parts) {
    this.parts = List.of(parts);
  }

  /** The script with the proof that the member does not run. */
  Script with(Part absence) {
    return byAbsence.computeIfAbsent(absence, this::joined);
  }

  private Script joined(Part absence) {
    var functions = new StringBuilder(head(absence));
    for (String part : parts.subList(0, parts.size() - 1)) {
      functions.append(part.equals("lock") ? lock(absence) : part(part));
    }
    return new Script(parts.getLast(), withOwnersPart(functions.toString(), part(parts.getLast())));
  }

  /** What every script for a member on a host begins with. */
  public static String head(Part absence) {
    return Script.part("facts") + part("volume") + Script.part("owner") + absence.looks();
  }

  /** What a script needs that changes something. */
  public static String lock(Part absence) {
    return Script.part("lock") + absence.acts();
  }

  /** The text of the file beside this class with this name. */
  public static String part(String name) {
    return Script.part(VolumeScript.class, name);
  }

  /**
   * Text of a script: functions, then the commands that act. The commands after {@code
   * continue_as_owner_of} run without root's rights, so the text holds them a second time, quoted
   * for a shell of the data's owner (owner.sh).
   */
  private static String withOwnersPart(String functions, String acts) {
    int line = acts.indexOf(OWNER);
    if (line < 0) {
      return functions + acts;
    }
    String rest = functions + acts.substring(acts.indexOf('\n', line + 1));
    return functions + "owners_part='" + rest.replace("'", "'\\''") + "'\n" + acts;
  }
}
