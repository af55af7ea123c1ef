package io.quorate.diagnosis;

import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.cluster.UrlPlace;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.PlaceWords;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A voter whose configured peer URL the membership does not list. The configuration may be wrong: a
 * URL at which the member does not listen is never told to the membership, for a member behind it
 * is cut off at the next restart of its peers (docs/etcd.md#a-changed-address).
 *
 * @param listed the peer URLs in the membership
 * @param configured the peer URL in the configuration
 */
public record ChangedAddress(Member member, List<String> listed, String configured) {
  private static final String LISTENS = "ETCD_LISTEN_PEER_URLS";
  private static final String ADVERTISES = "ETCD_INITIAL_ADVERTISE_PEER_URLS";

  private static final Pattern PORT = Pattern.compile(":(\\d{1,5})/?$");

  /** Where etcd listens when nobody says so. */
  private static final String STANDARD = "http://localhost:2380";

  public ChangedAddress {
    listed = List.copyOf(listed);
  }

  /**
   * Reason why a URL is not the member's.
   *
   * @param fact a clause that begins a sentence
   * @param advice what to do, as a clause
   */
  public record Objection(String fact, String advice) {
    /** Returns the fact and the advice as one sentence, without a full stop. */
    public String sentence() {
      return fact + ": " + advice;
    }

    /** Returns the advice as a sentence of its own. */
    public String todo() {
      return advice.substring(0, 1).toUpperCase(Locale.ROOT) + advice.substring(1) + ".";
    }
  }

  /** The changed address of a member; empty where the membership lists the configured one. */
  public static Optional<ChangedAddress> of(Member member) {
    List<String> listed = member.entry().map(MembershipEntry::peerUrls).orElse(List.of());
    return member
        .configured()
        .filter(place -> member.isVoter() && !listed.isEmpty() && !place.isAmong(listed))
        .map(place -> new ChangedAddress(member, listed, place.peerUrl()));
  }

  /** All changed addresses of a cluster. */
  public static List<ChangedAddress> in(ClusterView view) {
    return view.voters().stream().flatMap(voter -> of(voter).stream()).toList();
  }

  /**
   * The listed URL in whose place the configured one comes. Of several it is the one that the
   * member itself does not advertise any more; empty where that cannot be told.
   */
  public Optional<String> replaced() {
    if (listed.size() == 1) {
      return Optional.of(listed.getFirst());
    }
    List<String> advertised = urls(member, ADVERTISES).toList();
    List<String> old = listed.stream().filter(url -> !UrlPlace.isAmong(advertised, url)).toList();
    return old.size() == 1 ? Optional.of(old.getFirst()) : Optional.empty();
  }

  /** The listed URLs that stay. */
  public List<String> kept() {
    return listed.stream().filter(url -> replaced().filter(url::equals).isEmpty()).toList();
  }

  /**
   * Why the configured URL is not told to the membership as things are, with what to do; empty
   * where the member listens on its port and answers there, or does not run and may be started.
   */
  public Optional<Objection> objection(ClusterView view) {
    return notListening(member, configured)
        .or(this::severalUrls)
        .or(() -> view.isLive(member) ? notAnswering(view) : Optional.empty());
  }

  /**
   * Why a place where nobody runs yet cannot be added at its configured URL; empty also where its
   * settings are not known, for nothing is started there then.
   */
  public static Optional<Objection> notListening(Member place) {
    return place
        .configured()
        .filter(there -> !place.installation().settings().isEmpty())
        .flatMap(there -> notListening(place, there.peerUrl()));
  }

  /**
   * Why the configured URL cannot be the member's by the settings that it is started with, with
   * what to do.
   */
  public static Optional<Objection> notListening(Member place, String url) {
    SortedMap<String, String> settings = place.installation().settings();
    PlaceWords words = place.words();
    if (settings.isEmpty()) {
      return Optional.of(
          new Objection(
              place.name()
                  + " listens at an unknown URL, because its "
                  + words.settings()
                  + " cannot be read",
              "make the " + words.settings() + " of " + place.name() + " readable"));
    }
    String listens = settings.getOrDefault(LISTENS, STANDARD);
    boolean there = urls(place, LISTENS).anyMatch(one -> port(one).equals(port(url)));
    return there
        ? Optional.empty()
        : Optional.of(
            new Objection(
                "quorate.yml says peerUrl "
                    + url
                    + " for "
                    + place.name()
                    + ", and its "
                    + words.settings()
                    + " has "
                    + words.setting(LISTENS)
                    + "="
                    + listens,
                "correct peerUrl of "
                    + place.name()
                    + " in quorate.yml, or the "
                    + words.settings()
                    + " if the member is to move"));
  }

  private Optional<Objection> severalUrls() {
    return replaced().isPresent()
        ? Optional.empty()
        : Optional.of(
            new Objection(
                member.name()
                    + " is listed at "
                    + String.join(" and ", listed)
                    + ", and which of them "
                    + configured
                    + " replaces is not told by "
                    + member.words().setting(ADVERTISES)
                    + " in its "
                    + member.words().settings(),
                "write the URLs that stay into the "
                    + member.words().settings()
                    + " of "
                    + member.name()
                    + ", or a listed one into quorate.yml"));
  }

  private Optional<Objection> notAnswering(ClusterView view) {
    Optional<PeerUrlAnswer> answer =
        member.peerUrlAnswer().filter(asked -> asked.url().equals(configured));
    Optional<String> trouble =
        answer.isEmpty()
            ? Optional.of("nobody asked there")
            : answer
                .get()
                .trouble()
                .or(
                    () ->
                        answer
                            .get()
                            .cluster()
                            .filter(id -> !view.clusterId().equals(Optional.of(id)))
                            .map(id -> "cluster " + id + " answers there"));
    return trouble.map(
        why ->
            new Objection(
                "quorate.yml says peerUrl "
                    + configured
                    + " for "
                    + member.name()
                    + ", and "
                    + member.name()
                    + " does not answer there ("
                    + why
                    + ")",
                "correct peerUrl of "
                    + member.name()
                    + " in quorate.yml; if its "
                    + member.words().settings()
                    + " was changed and etcd not restarted, end its process: member-restart starts "
                    + member.name()
                    + " at the new address"));
  }

  private static Stream<String> urls(Member member, String setting) {
    String text = member.installation().settings().getOrDefault(setting, STANDARD);
    return Stream.of(text.split(",")).map(String::strip);
  }

  private static Optional<Integer> port(String url) {
    Matcher end = PORT.matcher(url);
    return end.find() ? Optional.of(Integer.valueOf(end.group(1))) : Optional.empty();
  }
}
