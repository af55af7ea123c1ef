package io.quorate.hosts;

import io.quorate.shell.Script;
import io.quorate.supervisor.Supervisor;
import io.quorate.volume.Absence.Part;
import io.quorate.volume.VolumeScript;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Scripts for a member on a host, joined from files beside this class, of supervisors ({@code s:})
 * and of volumes ({@code v:}); the last file is the one that acts.
 */
enum MemberScript {
  LOOK("s:standstill", "s:look"),
  WHOLE(
      "s:standstill",
      "v:place",
      "v:directory",
      "s:environment",
      "v:words",
      "v:data",
      "settings",
      "whole"),
  HOLD("lock", "s:hold"),
  STOP("lock", "s:stop"),
  LET_GO("lock", "s:let-go"),
  TERMINATE("lock", "s:terminate"),
  LET_GO_ON("lock", "s:let-go-on"),
  KILL("lock", "s:kill"),
  START("lock", "s:environment", "s:start"),
  TAIL("v:words", "tail"),
  INSTALLATION("s:environment", "settings", "installation"),
  VERSION("version"),
  SWITCH("lock", "s:environment", "switch"),
  REWRITE("lock", "s:environment", "rewrite"),
  MEANS("means");

  private final List<String> parts;
  private final Map<Part, Script> bySupervisor = new ConcurrentHashMap<>();

  MemberScript(String... parts) {
    this.parts = List.of(parts);
  }

  /** The script with the functions of a supervisor. */
  Script with(Part supervisor) {
    return bySupervisor.computeIfAbsent(supervisor, this::joined);
  }

  private Script joined(Part supervisor) {
    var text = new StringBuilder(VolumeScript.head(supervisor));
    parts.forEach(part -> text.append(text(part, supervisor)));
    String last = parts.getLast();
    return new Script(last.substring(last.indexOf(':') + 1), text.toString());
  }

  private static String text(String part, Part supervisor) {
    if (part.equals("lock")) {
      return VolumeScript.lock(supervisor);
    }
    String name = part.substring(part.indexOf(':') + 1);
    return part.startsWith("v:")
        ? VolumeScript.part(name)
        : Script.part(part.startsWith("s:") ? Supervisor.class : MemberScript.class, name);
  }
}
