package io.quorate.data;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import java.util.Optional;

/**
 * Data of a member that an operation set aside, as it lies there now.
 *
 * @param member at whose place it lies
 * @param operation id of the operation that set it aside
 * @param was member id under which the data was used
 * @param owner whose data it is, as its log says; empty where that could not be read
 * @param damage why it is not proven whole; empty where it is
 * @param position how far it is; empty where that is not known
 */
public record KeptDirectory(
    MemberName member,
    String operation,
    MemberId was,
    Optional<DataOwner> owner,
    Optional<DataFinding> damage,
    Optional<DataPosition> position) {}
