package io.quorate.hosts;

import io.quorate.volume.VolumeScript;

/** Scripts for a member under its supervisor, joined from files of the packages that it names. */
final class MemberScript {
  private static final String HOST = "/io/quorate/hosts/";
  private static final String SUPERVISOR = "/io/quorate/supervisor/";
  private static final String ENVIRONMENT = SUPERVISOR + "environment";
  private static final String STANDSTILL = SUPERVISOR + "standstill";
  private static final String SETTINGS = HOST + "settings";

  static final VolumeScript LOOK = new VolumeScript(STANDSTILL, SUPERVISOR + "look");
  static final VolumeScript WHOLE =
      new VolumeScript(
          STANDSTILL, "place", "directory", ENVIRONMENT, "words", "data", SETTINGS, HOST + "whole");
  static final VolumeScript HOLD = locked(SUPERVISOR + "hold");
  static final VolumeScript STOP = locked(SUPERVISOR + "stop");
  static final VolumeScript LET_GO = locked(SUPERVISOR + "let-go");
  static final VolumeScript TERMINATE = locked(SUPERVISOR + "terminate");
  static final VolumeScript LET_GO_ON = locked(SUPERVISOR + "let-go-on");
  static final VolumeScript KILL = locked(SUPERVISOR + "kill");
  static final VolumeScript START = editing(SUPERVISOR + "start");
  static final VolumeScript TAIL = new VolumeScript("words", HOST + "tail");
  static final VolumeScript INSTALLATION =
      new VolumeScript(ENVIRONMENT, SETTINGS, HOST + "installation");
  static final VolumeScript VERSION = new VolumeScript(HOST + "version");
  static final VolumeScript SWITCH = editing(HOST + "switch");
  static final VolumeScript REWRITE = editing(HOST + "rewrite");
  static final VolumeScript MEANS = new VolumeScript(HOST + "means");

  private MemberScript() {}

  private static VolumeScript locked(String acts) {
    return new VolumeScript("lock", acts);
  }

  private static VolumeScript editing(String acts) {
    return new VolumeScript("lock", ENVIRONMENT, acts);
  }
}
