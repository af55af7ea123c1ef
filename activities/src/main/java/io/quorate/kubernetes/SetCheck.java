package io.quorate.kubernetes;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * A check of what the StatefulSets of a cluster need in Kubernetes.
 *
 * @param name of what is checked
 * @param fails whether a finding is an error; else it is a warning
 * @param finding asks the API server; a sentence where something is wrong
 */
public record SetCheck(String name, boolean fails, Supplier<Optional<String>> finding) {}
