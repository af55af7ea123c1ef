package io.quorate.wire;

/**
 * Output of {@code quorate pdb -o json}.
 *
 * @param manifest of the PodDisruptionBudget, as YAML
 */
public record BudgetJson(String cluster, String manifest) {}
