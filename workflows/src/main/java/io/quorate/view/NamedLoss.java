package io.quorate.view;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.NearNames;
import io.quorate.view.StatedLoss.Extent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stated loss by the name that people give it: {@code etcd-1}, {@code zone=a}.
 *
 * @param name of the member, machine, zone, site or jump host
 */
public record NamedLoss(Kind kind, String name) {
  /** Least number of characters that tell a machine from others. */
  private static final int SHORTEST_ID = 8;

  /** Kinds of what can be lost. Machines, zones and sites are lost with the data in them. */
  public enum Kind {
    MEMBER("", Extent.DATA),
    DATA("the data of ", Extent.DATA),
    PROCESS("the process of ", Extent.PROCESS),
    REACH("the way to ", Extent.REACH),
    CERTIFICATE("the certificate of ", Extent.CERTIFICATE),
    MACHINE("machine ", Extent.DATA),
    ZONE("zone ", Extent.DATA),
    SITE("site ", Extent.DATA),
    JUMP("bastion ", Extent.REACH);

    /** Kinds that may take several voters at once. */
    public static final List<Kind> DOMAINS = List.of(MACHINE, ZONE, SITE);

    private final String before;
    private final Extent extent;

    Kind(String before, Extent extent) {
      this.before = before;
      this.extent = extent;
    }

    /** Returns the word before the equals sign: {@code zone}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    private String noun() {
      return switch (this) {
        case MACHINE, ZONE, SITE -> word();
        case JUMP -> "bastion";
        case CERTIFICATE -> "member with a certificate and the name";
        case MEMBER, DATA, PROCESS, REACH -> "member";
      };
    }

    Stream<String> names(Member member, JumpHosts jumps) {
      return switch (this) {
        case MEMBER, DATA, PROCESS, REACH -> Stream.of(member.name().value());
        case CERTIFICATE ->
            member.configured().stream()
                .filter(place -> place.clientUrl().startsWith("https:"))
                .map(any -> member.name().value());
        case MACHINE -> member.workload().placement().node().stream();
        case ZONE ->
            Stream.of(member.zone())
                .filter(zone -> !zone.equals(FailureDomain.UNKNOWN))
                .map(FailureDomain::value);
        case SITE -> member.site().map(FailureDomain::value).stream();
        case JUMP -> jumps.of(member.name()).stream();
      };
    }
  }

  /**
   * Reads a name as people type it.
   *
   * @throws IllegalArgumentException with a sentence for a kind that there is not
   */
  public static NamedLoss parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 0) {
      return new NamedLoss(Kind.MEMBER, text.strip());
    }
    String kind = text.substring(0, equals).strip();
    return Arrays.stream(Kind.values())
        .filter(one -> one.word().equals(kind))
        .findFirst()
        .map(one -> new NamedLoss(one, text.substring(equals + 1).strip()))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "nothing of the kind "
                        + NearNames.quoted(kind)
                        + " can be lost. Kinds: "
                        + Arrays.stream(Kind.values())
                            .map(Kind::word)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  /** Returns every single member, machine, zone, site and jump host that is known. */
  public static List<NamedLoss> each(ClusterView view, JumpHosts jumps) {
    return Stream.of(List.of(Kind.MEMBER), Kind.DOMAINS, List.of(Kind.JUMP))
        .flatMap(List::stream)
        .flatMap(kind -> all(kind, view, jumps).stream())
        .toList();
  }

  /** Returns all losses of this kind. */
  public static List<NamedLoss> all(Kind kind, ClusterView view, JumpHosts jumps) {
    return names(kind, view, jumps).stream().map(name -> new NamedLoss(kind, name)).toList();
  }

  private static List<String> names(Kind kind, ClusterView view, JumpHosts jumps) {
    return view.members().stream()
        .filter(Member::isListed)
        .flatMap(member -> kind.names(member, jumps))
        .distinct()
        .sorted()
        .toList();
  }

  /**
   * Returns what is lost of which member.
   *
   * @throws IllegalArgumentException with a sentence where the view shows nothing of this name
   */
  public StatedLoss in(ClusterView view) {
    return in(view, JumpHosts.NONE);
  }

  private StatedLoss in(ClusterView view, JumpHosts jumps) {
    TreeMap<MemberName, Extent> lost = new TreeMap<>();
    view.members().stream()
        .filter(member -> kind.names(member, jumps).anyMatch(this::isMeant))
        .forEach(member -> lost.put(member.name(), kind.extent));
    if (lost.isEmpty()) {
      throw new IllegalArgumentException(
          view.cluster()
              + " has no "
              + kind.noun()
              + " "
              + NearNames.quoted(name)
              + known(names(kind, view, jumps)));
    }
    return new StatedLoss(lost);
  }

  /** Whether this is what was named; the first characters of a machine's id are enough. */
  private boolean isMeant(String known) {
    return known.equals(name)
        || (kind == Kind.MACHINE && name.length() >= SHORTEST_ID && known.startsWith(name));
  }

  private String known(List<String> names) {
    return names.isEmpty() ? "." : NearNames.questionAndList(name, "Known", names);
  }

  /** Returns what is lost of which member, of all of these names but jump hosts. */
  public static StatedLoss in(ClusterView view, List<NamedLoss> names) {
    return in(view, names, JumpHosts.NONE);
  }

  /**
   * Returns what is lost of which member, of all of these names.
   *
   * @throws IllegalArgumentException with a sentence where nothing of such a name is known
   */
  public static StatedLoss in(ClusterView view, List<NamedLoss> names, JumpHosts jumps) {
    return names.stream()
        .map(name -> name.in(view, jumps))
        .reduce(StatedLoss::and)
        .orElseThrow(() -> new IllegalArgumentException("nothing is stated to be lost."));
  }

  /** Returns what is lost, as a part of a sentence: {@code etcd-1}, {@code zone a}. */
  public String words() {
    return kind.before + name;
  }

  /**
   * Returns why one loss of the kind always ends quorum, as a sentence: the voters are in two
   * sites. Empty where they are not.
   */
  public Optional<String> always(ClusterView view) {
    List<String> sites =
        view.voters().stream()
            .flatMap(voter -> voter.site().stream())
            .map(FailureDomain::value)
            .toList();
    return kind == Kind.SITE
            && sites.size() == view.voters().size()
            && Set.copyOf(sites).size() == 2
        ? Optional.of(
            "With two sites the loss of one of them always ends quorum: spread the voters over"
                + " three.")
        : Optional.empty();
  }

  /** Returns what is lost, of all of these names: {@code etcd-0, etcd-1 and zone b}. */
  public static String words(List<NamedLoss> names) {
    List<String> words = names.stream().map(NamedLoss::words).sorted().toList();
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " and " + words.get(last);
  }

  /** Returns the name as {@link #parse} reads it. */
  public String text() {
    return kind == Kind.MEMBER ? name : kind.word() + "=" + name;
  }
}
