package io.quorate.watch;

import io.quorate.watch.ClusterWatch.Telling;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Findings of one cluster that are no diagnosis; many may stand at one time.
 *
 * @param all the oldest first
 */
public record StandingFindings(List<StandingFinding> all) {
  /** Nothing found. */
  public static final StandingFindings NONE = new StandingFindings(List.of());

  public StandingFindings {
    all = List.copyOf(all);
  }

  /** Returns the signs of the findings by their names. */
  public Map<Sign.Name, Sign> signs() {
    return all.stream()
        .map(StandingFinding::sign)
        .collect(Collectors.toUnmodifiableMap(Sign::name, sign -> sign));
  }

  /** Takes what a look saw. */
  public StandingFindings looked(List<Sign> signs, Instant at) {
    Map<Sign.Name, Sign> now = new LinkedHashMap<>();
    signs.forEach(sign -> now.putIfAbsent(sign.name(), sign));
    Map<Sign.Name, StandingFinding> after = new LinkedHashMap<>();
    for (StandingFinding finding : all) {
      Sign.Name name = finding.sign().name();
      Optional.ofNullable(now.remove(name))
          .map(finding::seen)
          .or(finding::unseen)
          .ifPresent(still -> after.put(name, still));
    }
    now.forEach((name, sign) -> after.put(name, StandingFinding.begun(sign, at)));
    return new StandingFindings(List.copyOf(after.values()));
  }

  /** Returns the findings that are not here any more. */
  public List<StandingFinding> without(StandingFindings later) {
    Set<Sign.Name> still = later.signs().keySet();
    return all.stream().filter(finding -> !still.contains(finding.sign().name())).toList();
  }

  /** The findings after the incident was told of one of them, or was not. */
  public StandingFindings with(Sign.Name name, Telling result, Instant at) {
    return new StandingFindings(
        all.stream()
            .map(one -> one.sign().name().equals(name) ? one.with(result, at) : one)
            .toList());
  }

  /** The findings after the incident was told why nobody is told of one of them. */
  public StandingFindings hushed(Sign.Name name, String why) {
    return new StandingFindings(
        all.stream().map(one -> one.sign().name().equals(name) ? one.hush(why) : one).toList());
  }

  /** The findings without those of which an operation of Quorate may be the cause. */
  public StandingFindings excused() {
    return new StandingFindings(
        all.stream()
            .filter(finding -> !finding.sign().kind().mayBeOurs() || finding.isHeard())
            .toList());
  }

  /** Adds findings of other names. */
  public StandingFindings and(StandingFindings others) {
    return new StandingFindings(Stream.concat(all.stream(), others.all.stream()).toList());
  }
}
