package io.quorate.playground;

import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The changes of the membership as a member that stays has logged them while it applied them: what
 * really went through raft, whoever asked for it.
 */
final class MembershipLog {
  private static final Pattern ADDED =
      Pattern.compile("\"msg\":\"added member\".*\"added-peer-id\":\"([0-9a-f]+)\"");
  private static final Pattern REMOVED =
      Pattern.compile("\"msg\":\"removed member\".*\"removed-remote-peer-id\":\"([0-9a-f]+)\"");

  private final EtcdMember member;
  private final long from;

  private MembershipLog(EtcdMember member, long from) {
    this.member = member;
    this.from = from;
  }

  /** All changes from now on. */
  static MembershipLog of(EtcdMember member) throws IOException {
    return new MembershipLog(member, Files.size(member.files().logFile()));
  }

  /** The ids that came in, in their order, each as often as it did. */
  List<String> added() throws IOException {
    return ids(ADDED);
  }

  /** The ids that went. */
  List<String> removed() throws IOException {
    return ids(REMOVED);
  }

  private List<String> ids(Pattern change) throws IOException {
    byte[] log = Files.readAllBytes(member.files().logFile());
    return new String(log, (int) from, log.length - (int) from, StandardCharsets.UTF_8)
        .lines()
        .map(change::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .toList();
  }
}
