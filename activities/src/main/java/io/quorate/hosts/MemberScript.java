package io.quorate.hosts;

import io.quorate.shell.Script;
import io.quorate.supervisor.Supervisor;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Scripts for a member, joined from files beside this class; the last file is the one that acts.
 */
enum MemberScript {
  LOOK("standstill", "look"),
  WHOLE(
      "standstill",
      "place",
      "directory",
      "environment",
      "program",
      "words",
      "data",
      "settings",
      "whole"),
  HOLD("lock", "hold"),
  STOP("lock", "stop"),
  LET_GO("lock", "let-go"),
  TERMINATE("lock", "terminate"),
  LET_GO_ON("lock", "let-go-on"),
  KILL("lock", "kill"),
  START("lock", "environment", "start"),
  INSPECT("place", "directory", "program", "words", "data", "inspect"),
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
  TAIL("words", "tail"),
  INSTALLATION("environment", "program", "settings", "installation"),
  VERSION("version"),
  SWITCH("lock", "environment", "program", "switch"),
  REWRITE("lock", "environment", "rewrite"),
  MEANS("program", "means"),
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
  private final Map<String, Script> bySupervisor = new ConcurrentHashMap<>();

  MemberScript(String... parts) {
    this.parts = List.of(parts);
  }

  /** The script with the functions of this supervisor. */
  Script under(Supervisor supervisor) {
    return bySupervisor.computeIfAbsent(supervisor.part(), this::joined);
  }

  private Script joined(String supervisor) {
    var text = new StringBuilder();
    for (String part : List.of("sight", "owner", "logout", supervisor)) {
      text.append(resource(part));
    }
    for (String part : parts.subList(0, parts.size() - 1)) {
      text.append(resource(part));
      if (part.equals("lock")) {
        // What acts belongs to scripts that take the lock, and to no other.
        text.append(resource(supervisor + "-acts"));
      }
    }
    return new Script(parts.getLast(), withOwnersPart(text.toString(), resource(parts.getLast())));
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

  /** The text of the file beside this class with this name. */
  static String resource(String part) {
    return part.equals("logout") ? Script.logout() : Script.part(MemberScript.class, part);
  }
}
