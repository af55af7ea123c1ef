package io.quorate.operation;

/**
 * Plan in brief, recorded with the plan, for the first lines of what people read about it.
 *
 * @param found what is wrong
 * @param proposed what the plan does, without the cluster's name, to be read after <em>Proposed:
 *     </em>: {@code replace etcd-1}
 * @param costs what the plan costs, the worst first, to be read after <em>Costs:</em>
 * @param worst the worst of it in one short sentence, for a notification
 */
public record PlanInBrief(Found found, String proposed, String costs, String worst) {}
