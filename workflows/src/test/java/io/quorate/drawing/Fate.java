package io.quorate.drawing;

import io.quorate.cluster.VotingStatus;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFinding;
import io.quorate.data.DataVerdict;
import io.quorate.workload.Hang;
import io.quorate.workload.Workload;
import java.util.Optional;

/** What can have become of a member of a random cluster. */
public enum Fate {
  FINE {
    @Override
    public void befall(DrawnMember member) {}
  },
  GONE {
    @Override
    public void befall(DrawnMember member) {
      member.gone();
    }
  },
  PARTIAL {
    @Override
    public void befall(DrawnMember member) {
      member.gone();
      member.data = DataDirectory.of(DataDirectory.State.PARTIAL);
    }
  },
  STOPPED {
    @Override
    public void befall(DrawnMember member) {
      member.stopped();
    }
  },
  DAMAGED {
    @Override
    public void befall(DrawnMember member) {
      member.stopped();
      member.data =
          new DataDirectory(
              DataDirectory.State.PRESENT,
              Optional.of(
                  new DataFinding(DataVerdict.DB_DAMAGED, "page 16 is not the page of a tree")),
              Optional.empty());
    }
  },
  SILENT {
    @Override
    public void befall(DrawnMember member) {
      member.silent();
    }
  },
  HUNG {
    @Override
    public void befall(DrawnMember member) {
      member.hung(Hang.Kind.STOPPED);
    }
  },
  OUT_OF_FILES {
    @Override
    public void befall(DrawnMember member) {
      member.hung(Hang.Kind.FILES);
    }
  },
  HEARD {
    @Override
    public void befall(DrawnMember member) {
      member.gone();
      member.heard = true;
    }
  },
  UNSTARTED {
    @Override
    public void befall(DrawnMember member) {
      member.unstarted();
    }
  },
  UNSEEN {
    @Override
    public void befall(DrawnMember member) {
      member.gone();
      member.workload(Workload.Uncertain.AMBIGUOUS);
    }
  },
  UNREACHED {
    @Override
    public void befall(DrawnMember member) {
      member.unreached();
    }
  },
  REMOVED {
    @Override
    public void befall(DrawnMember member) {
      member.gone();
      member.status = VotingStatus.UNLISTED;
    }
  },
  NOT_CONFIGURED {
    @Override
    public void befall(DrawnMember member) {
      member.configured = false;
    }
  },
  GONE_AND_NOT_CONFIGURED {
    @Override
    public void befall(DrawnMember member) {
      member.gone();
      member.configured = false;
    }
  },
  LEARNER {
    @Override
    public void befall(DrawnMember member) {
      member.status = VotingStatus.LEARNER;
    }
  },
  LEARNER_GONE {
    @Override
    public void befall(DrawnMember member) {
      member.gone();
      member.status = VotingStatus.LEARNER;
    }
  },
  LEARNER_UNSTARTED {
    @Override
    public void befall(DrawnMember member) {
      member.unstarted();
      member.status = VotingStatus.LEARNER;
    }
  };

  public abstract void befall(DrawnMember member);
}
