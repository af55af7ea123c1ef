package io.quorate.wire;

import java.util.Optional;

/**
 * Request of a person to be told nothing of a finding for a time.
 *
 * @param id id of this request, which counts once if it is sent twice
 * @param kind name of a kind of findings, or of a diagnosis
 * @param seconds how long; 0 ends a silence
 * @param subject of the one finding that is meant, such as {@code etcd-1}; null for all of the kind
 * @param login whether the operating system names the person; without it the name counts as typed
 */
public record SilenceJson(
    String id,
    String kind,
    Optional<String> subject,
    long seconds,
    String reason,
    String by,
    Optional<Boolean> login) {}
