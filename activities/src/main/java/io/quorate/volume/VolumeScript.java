package io.quorate.volume;

import io.quorate.shell.Script;
import io.quorate.volume.Absence.Part;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A script for the directory of a member, joined from files; the last file is the one that acts.
 * The script begins with the proof that the member does not run. A part that acts belongs to
 * scripts that take the lock, and to no other.
 */
public final class VolumeScript {
  public static final VolumeScript INSPECT =
      new VolumeScript("place", "directory", "words", "data", "inspect");
  public static final VolumeScript DATABASE_SIZE = new VolumeScript("database-size");
  public static final VolumeScript SURVEY = new VolumeScript("place", "directory", "survey");
  public static final VolumeScript ASIDE =
      new VolumeScript("lock", "place", "directory", "rename", "aside");
  public static final VolumeScript ASIDES = new VolumeScript("place", "asides");
  public static final VolumeScript COPY =
      new VolumeScript("lock", "place", "directory", "files", "copy");
  public static final VolumeScript SURVEY_FILES =
      new VolumeScript("place", "directory", "files", "survey-files");
  public static final VolumeScript RECEIVE =
      new VolumeScript("lock", "place", "directory", "files", "piece", "receive");
  public static final VolumeScript RECEIVE_PIECE =
      new VolumeScript("lock", "place", "directory", "piece", "receive-piece");
  public static final VolumeScript SUM_OF_FILE = new VolumeScript("scratch", "sum-of-file");
  public static final VolumeScript SUM_FILES =
      new VolumeScript("lock", "place", "directory", "files", "sum-files");
  public static final VolumeScript RECEIVE_END =
      new VolumeScript("lock", "place", "directory", "files", "piece", "receive-end");
  public static final VolumeScript SURVEY_COPY =
      new VolumeScript("place", "directory", "files", "survey-copy");
  public static final VolumeScript LEAVE =
      new VolumeScript("lock", "place", "directory", "rename", "files", "leave");
  public static final VolumeScript TAKE_OVER =
      new VolumeScript("lock", "place", "directory", "files", "take-over");
  public static final VolumeScript DUPLICATE =
      new VolumeScript("lock", "place", "directory", "scratch", "duplicate");
  public static final VolumeScript APPEND =
      new VolumeScript("lock", "place", "directory", "scratch", "piece", "append");
  public static final VolumeScript MEND =
      new VolumeScript("lock", "place", "directory", "scratch", "mend");
  public static final VolumeScript ALONE =
      new VolumeScript("lock", "place", "directory", "scratch", "alone");
  public static final VolumeScript RESTORE =
      new VolumeScript("lock", "place", "directory", "scratch", "restore");
  public static final VolumeScript SURVEY_DELIVERED =
      new VolumeScript("lock", "place", "directory", "scratch", "survey-delivered");
  public static final VolumeScript DELIVER =
      new VolumeScript("lock", "place", "directory", "scratch", "piece", "deliver");
  public static final VolumeScript CLEAR =
      new VolumeScript("lock", "place", "directory", "scratch", "clear");
  public static final VolumeScript SURVEY_RESTORED =
      new VolumeScript("place", "directory", "restored", "survey-restored");
  public static final VolumeScript PUT_IN_PLACE =
      new VolumeScript("lock", "place", "directory", "scratch", "restored", "put-in-place");
  public static final VolumeScript SURVEY_PRESENT =
      new VolumeScript("place", "directory", "present", "survey-present");
  public static final VolumeScript PUT_BACK =
      new VolumeScript("lock", "place", "directory", "rename", "present", "put-back");

  private static final String OWNER = "\ncontinue_as_owner_of ";

  private final List<String> parts;
  private final Map<Part, Script> byAbsence = new ConcurrentHashMap<>();

  /**
   * Joins a script.
   *
   * @param parts files beside this class, or of another package, with its path and a slash first
   */
  public VolumeScript(String... parts) {
    this.parts = List.of(parts);
  }

  /** The script with the proof that the member does not run. */
  Script with(Part absence) {
    return byAbsence.computeIfAbsent(absence, this::joined);
  }

  private Script joined(Part absence) {
    String head = Script.part("facts") + part("volume") + Script.part("owner") + absence.looks();
    var functions = new StringBuilder(head);
    for (String part : parts.subList(0, parts.size() - 1)) {
      functions.append(part.equals("lock") ? Script.part("lock") + absence.acts() : part(part));
    }
    String last = parts.getLast();
    return new Script(
        last.substring(last.lastIndexOf('/') + 1),
        withOwnersPart(functions.toString(), part(last)));
  }

  private static String part(String name) {
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
