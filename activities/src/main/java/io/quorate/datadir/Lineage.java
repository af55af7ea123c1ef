package io.quorate.datadir;

import io.quorate.cluster.ClusterId;
import io.quorate.datadir.raft.Identity;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How the histories of two data directories belong together (docs/etcd.md#lineage). Entries are
 * compared index by index: term, type and data. Terms alone say too little: two copies that were
 * each forced into a cluster of its own have the same ones.
 *
 * @param common how many indexes both have
 * @param parting the lowest index at which they differ; empty where they do not
 */
public record Lineage(Relation relation, long common, OptionalLong parting) {
  /** Relations of two histories. */
  public enum Relation {
    /** The logs belong to different clusters by their cluster ids. */
    OTHER_CLUSTER,
    /** The logs share no index, or a log names no owner: how the logs relate is unknown. */
    NOT_COMPARABLE,
    /** All that both have is the same: one is further, or reaches further back. */
    ONE_HISTORY,
    /**
     * The logs end in different terms: at least one log has entries that were never committed. Of
     * two ends raft keeps the end with the higher last term and index.
     */
    PARTED,
    /**
     * Two histories under one identity: at one index and term stands something else, which raft
     * never writes. Somebody went on with a copy.
     */
    TWO_HISTORIES
  }

  /** Compares two histories; the order of the two does not matter. */
  public static Lineage of(History one, History other) {
    Optional<ClusterId> cluster = one.identity().map(Identity::cluster);
    Optional<ClusterId> otherCluster = other.identity().map(Identity::cluster);
    if (cluster.isEmpty() || otherCluster.isEmpty()) {
      return new Lineage(Relation.NOT_COMPARABLE, 0, OptionalLong.empty());
    }
    return cluster.equals(otherCluster)
        ? new Comparing(one, other).lineage()
        : new Lineage(Relation.OTHER_CLUSTER, 0, OptionalLong.empty());
  }

  /** The comparison of two histories of one cluster, from their first common index on. */
  private static final class Comparing {
    private final History one;
    private final History other;
    private long common;
    private OptionalLong parting = OptionalLong.empty();
    private boolean impossible;

    Comparing(History one, History other) {
      this.one = one;
      this.other = other;
    }

    Lineage lineage() {
      SortedSet<Long> marks = new TreeSet<>(one.marked());
      marks.addAll(other.marked());
      long from = Math.max(one.first(), other.first());
      long to = Math.min(one.last().index(), other.last().index());
      marks.headSet(from).forEach(this::at);
      for (long index = from; index <= to; index++) {
        at(index);
      }
      marks.tailSet(Math.max(from, to + 1)).forEach(this::at);
      return new Lineage(relation(), common, parting);
    }

    private Relation relation() {
      if (common == 0) {
        return Relation.NOT_COMPARABLE;
      }
      if (impossible) {
        return Relation.TWO_HISTORIES;
      }
      return parting.isPresent() ? Relation.PARTED : Relation.ONE_HISTORY;
    }

    private void at(long index) {
      OptionalLong term = one.termAt(index);
      OptionalLong otherTerm = other.termAt(index);
      if (index == 0 || term.isEmpty() || otherTerm.isEmpty()) {
        return;
      }
      common++;
      boolean sameTerm = term.getAsLong() == otherTerm.getAsLong();
      if (!sameTerm || differs(one.digestAt(index), other.digestAt(index))) {
        impossible |= sameTerm;
        parting = parting.isPresent() ? parting : OptionalLong.of(index);
      } else {
        // Where index and term agree, raft has made all before them agree.
        impossible |= parting.isPresent();
      }
    }

    private static boolean differs(OptionalLong digest, OptionalLong other) {
      return digest.isPresent() && other.isPresent() && digest.getAsLong() != other.getAsLong();
    }
  }
}
