package io.quorate.runbook;

import io.quorate.cluster.Answer;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.Member;
import io.quorate.plan.Prescription;
import io.quorate.plan.Prescription.Refusal;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;

/** Members that run different versions. */
final class VersionSkew {
  /** The name of the diagnosis. */
  static final String DIAGNOSIS = "version-skew";

  private VersionSkew() {}

  static boolean runs(Member member, Predicate<EtcdVersion> wanted) {
    return member.answer().map(Answer::version).filter(wanted).isPresent();
  }

  /** Neighbouring minors are a supported state; others are not (etcd-runbooks N-19). */
  static Optional<Prescription> tooWide(ClusterView view) {
    Optional<EtcdVersion> oldest = Wording.versions(view).min(Comparator.naturalOrder());
    Optional<EtcdVersion> newest = Wording.versions(view).max(Comparator.naturalOrder());
    boolean tooWide =
        oldest.isPresent()
            && (oldest.get().major() != newest.orElseThrow().major()
                || newest.get().minor() - oldest.get().minor() > 1);
    return tooWide
        ? Optional.of(
            new Refusal(
                "Members run etcd "
                    + oldest.get()
                    + " and "
                    + newest.get()
                    + ", more than one minor apart, which etcd does not support. A person has to"
                    + " look."))
        : Optional.empty();
  }
}
