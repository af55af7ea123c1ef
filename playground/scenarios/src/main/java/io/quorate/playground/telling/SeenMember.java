package io.quorate.playground.telling;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A member of the list on which all members agree.
 *
 * @param hash of all keys at one revision, equal on all members; null where it was not available
 */
public record SeenMember(
    String name,
    String id,
    String votingStatus,
    boolean leader,
    @Nullable String version,
    @Nullable Long revision,
    @Nullable Long hash,
    List<String> peerUrls,
    List<String> clientUrls) {}
