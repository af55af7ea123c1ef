package io.quorate.kubernetes;

import java.util.Optional;

/**
 * Effect of the admission policy {@link HoldPolicy} on a set that is taken over.
 *
 * @param bound whether the policy refuses changes by others
 * @param outsider the user of Quorate, where the policy refuses Quorate's own changes too: a hold
 *     would begin, and could not be finished
 */
record PolicyGuard(boolean bound, Optional<String> outsider) {
  /** The policy is not bound, or nobody knows. */
  static final PolicyGuard NONE = new PolicyGuard(false, Optional.empty());

  /** Why nothing can be held beside the policy, with what to do; empty where a hold can pass. */
  Optional<String> objection() {
    return outsider.map(
        user ->
            "the admission policy %s is bound and refuses changes by Quorate itself, as %s; Do: name that user in it (admissionPolicy.users of the chart)"
                .formatted(HoldPolicy.NAME, user));
  }
}
