package io.quorate.step;

/**
 * A step that an activity carries out once the guard has allowed it; each kind has an entry in the
 * table of step executors.
 */
public sealed interface ActivityStep extends Step
    permits AddLearner,
        AwaitClusterVersion,
        AwaitDowngradeEnd,
        AwaitDowngradeReady,
        AwaitInSync,
        AwaitRaftSnapshot,
        AwaitReached,
        AwaitRelease,
        AwaitRoom,
        AwaitVoting,
        CancelDowngrade,
        Compact,
        CompareWays,
        CopyMember,
        CountKeys,
        Defragment,
        DisarmAlarm,
        EnableDowngrade,
        ExpelMember,
        HoldMember,
        LeavePlace,
        MoveLeader,
        PromoteLearner,
        RemoveMember,
        ResumeMember,
        ResumeToSnapshot,
        RetireMember,
        SaveSnapshot,
        SetDataAside,
        StartMember,
        StopMember,
        SwitchRelease,
        UpdatePeerUrl,
        VerifyCluster {}
