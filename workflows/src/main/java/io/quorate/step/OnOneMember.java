package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.step.Addresses.UpdatePeerUrl;
import io.quorate.step.Alarms.DisarmRestored;
import io.quorate.step.Awaits.AwaitRoom;
import io.quorate.step.Holds.HoldMember;
import io.quorate.step.Holds.LeaveDestination;
import io.quorate.step.Joins.StartElsewhere;
import io.quorate.step.Joins.StartMember;
import io.quorate.step.Moves.CopyMember;
import io.quorate.step.Moves.LeavePlace;
import io.quorate.step.Releases.SwitchRelease;
import io.quorate.step.Removals.ExpelMember;
import io.quorate.step.SetAsides.SetDataAside;
import io.quorate.step.SetAsides.SetVolumeAside;
import io.quorate.step.Space.Defragment;
import io.quorate.step.Versions.AwaitRaftSnapshot;
import java.util.Optional;

/** A step that touches the process or the files of one member, on the host of that member. */
public sealed interface OnOneMember extends ActivityStep
    permits AwaitRaftSnapshot,
        AwaitRoom,
        BeginVoter,
        CopyMember,
        Defragment,
        Directories,
        DisarmRestored,
        ExpelMember,
        HoldMember,
        IsolatedRuns,
        LeaveDestination,
        LeavePlace,
        PlaceChanges,
        Runs,
        SetDataAside,
        SetVolumeAside,
        StartElsewhere,
        StartMember,
        Starts,
        Stops,
        SwitchRelease,
        UpdatePeerUrl {
  /** The member whose host the step touches. */
  MemberName member();

  @Override
  default Optional<MemberName> host() {
    return Optional.of(member());
  }
}
