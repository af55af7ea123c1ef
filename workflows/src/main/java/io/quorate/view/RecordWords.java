package io.quorate.view;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.MembershipEntry;
import io.quorate.data.DataOwner;
import io.quorate.record.Changer;
import io.quorate.record.ClusterRecord;
import io.quorate.record.HighWaterMark;
import io.quorate.record.Incarnation;
import io.quorate.record.LastLook;
import io.quorate.record.RecordedMember;
import io.quorate.record.RecordedPast;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A record in sentences, for whoever reads it at night with a pager or in a terminal. */
public final class RecordWords {
  private RecordWords() {}

  /** The sentences, the most important first. */
  public static List<String> of(ClusterRecord record) {
    List<String> words = new ArrayList<>();
    record
        .current()
        .ifPresentOrElse(now -> now(words, now), () -> words.add("No member was seen."));
    record
        .lastSnapshot()
        .ifPresent(
            saved ->
                words.add(
                    "The last verified snapshot is "
                        + saved.file()
                        + " of "
                        + Amounts.moment(saved.savedAt())
                        + ", revision "
                        + saved.atLeast()
                        + " or later, of cluster "
                        + saved.clusterId()
                        + "."));
    record
        .lastLook()
        .ifPresent(
            look ->
                words.add(
                    "The last recorded look was at " + Amounts.moment(look.at()) + silent(look)));
    if (!record.changers().isEmpty()) {
      Changer last = record.changers().getLast();
      words.add(last.operation() + " changed it last, at " + Amounts.moment(last.last()) + ".");
    }
    record.incarnations().stream()
        .filter(one -> record.current().filter(one::equals).isEmpty())
        .forEach(before -> words.add("Before: " + begun(before) + " " + figures(before)));
    words.add(
        "There is a record since " + Amounts.moment(record.since()) + ": " + record.begun() + ".");
    return words;
  }

  private static void now(List<String> words, Incarnation now) {
    words.add(begun(now));
    now.confirmed()
        .ifPresent(
            list ->
                words.add(
                    "Quorum confirmed at "
                        + Amounts.moment(list.at())
                        + ": "
                        + list.entries().stream()
                            .map(entry -> entry(now, entry))
                            .collect(Collectors.joining("; "))
                        + "."));
    words.add(figures(now));
    List<RecordedMember> left = now.left();
    if (!left.isEmpty()) {
      words.add(
          "No members any more: "
              + left.stream().map(RecordWords::far).collect(Collectors.joining("; "))
              + ".");
    }
  }

  private static String begun(Incarnation one) {
    String token = one.bootstrapName().map(named -> ", token " + named).orElse("");
    return "Cluster "
        + one.clusterId()
        + token
        + ", "
        + switch (one.began().kind()) {
          case FOUND -> "found at " + Amounts.moment(one.since()) + ".";
          case ACCEPTED ->
              "accepted at "
                  + Amounts.moment(one.since())
                  + " by "
                  + one.began().by().orElse("somebody")
                  + ": "
                  + one.began().because().orElse("no reason given")
                  + ".";
          case READ -> "read in the data of its members at " + Amounts.moment(one.since()) + ".";
          case RESTORED ->
              "restored at "
                  + Amounts.moment(one.since())
                  + " by "
                  + one.began().by().orElse("an operation")
                  + " from "
                  + one.began().because().orElse("a snapshot")
                  + ".";
          case UNDONE ->
              "again since "
                  + Amounts.moment(one.since())
                  + ": "
                  + one.began().by().orElse("an operation")
                  + " undid the restore of "
                  + one.began().because().orElse("another one")
                  + ".";
        };
  }

  private static String figures(Incarnation one) {
    String seen =
        List.of(
                one.revision().map(highest -> figure("revision", highest)).orElse(""),
                one.raftIndex().map(highest -> figure("raft index", highest)).orElse(""),
                one.raftTerm().map(highest -> figure("raft term", highest)).orElse(""))
            .stream()
            .filter(figure -> !figure.isEmpty())
            .collect(Collectors.joining(", "));
    return seen.isEmpty() ? "No figures were seen." : "Highest seen: " + seen + ".";
  }

  private static String figure(String name, HighWaterMark highest) {
    return String.format(
        Locale.ROOT, "%s %,d at %s", name, highest.value(), Amounts.moment(highest.at()));
  }

  private static String entry(Incarnation now, MembershipEntry entry) {
    String name = now.member(entry.id()).map(member -> member.name().value()).orElse(entry.name());
    return name
        + " ("
        + entry.id()
        + ", "
        + entry.votingStatus().name().toLowerCase(Locale.ROOT)
        + ", "
        + String.join(", ", entry.peerUrls())
        + now.member(entry.id())
            .flatMap(RecordedMember::ranOn)
            .map(ran -> ", on machine " + OtherMachine.shown(ran.machine()))
            .orElse("")
        + ")";
  }

  /**
   * Names the owner of data and the position that the owner had reached: {@code etcd-1 (a001), raft
   * index 90 at ...}.
   */
  public static String far(RecordedMember member) {
    return member.name()
        + " ("
        + member.id()
        + "), "
        + member
            .raftIndex()
            .map(highest -> figure("last seen at raft index", highest))
            .orElse("how far it was is not known");
  }

  /**
   * Names the owner of this data and the owner's position, by the whole record; of a history before
   * the present one also the history.
   */
  public static String of(RecordedPast past, DataOwner owner) {
    List<String> known =
        past.incarnations(owner.cluster()).stream()
            .flatMap(one -> one.member(owner.member()).map(m -> far(m) + of(past, one)).stream())
            .toList();
    return known.isEmpty()
        ? "member "
            + owner.member()
            + ", how far it was is not known"
            + past.incarnations(owner.cluster()).stream()
                .findFirst()
                .map(one -> of(past, one))
                .orElse("")
        : String.join(", or of ", known);
  }

  private static String of(RecordedPast past, Incarnation one) {
    return past.earlier().contains(one)
        ? ", in an earlier incarnation: cluster "
            + one.clusterId()
            + " since "
            + Amounts.moment(one.since())
        : "";
  }

  private static String silent(LastLook look) {
    return look.remembered().silentSince().isEmpty()
        ? "."
        : "; silent: "
            + look.remembered().silentSince().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> one.getKey() + " since " + Amounts.moment(one.getValue()))
                .collect(Collectors.joining(", "))
            + ".";
  }
}
