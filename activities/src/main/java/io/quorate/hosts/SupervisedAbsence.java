package io.quorate.hosts;

import io.quorate.shell.Facts;
import io.quorate.shell.Script;
import io.quorate.supervisor.MemberObservation;
import io.quorate.supervisor.MemberPaths;
import io.quorate.supervisor.Supervision;
import io.quorate.supervisor.Supervisor;
import io.quorate.volume.Absence;
import io.quorate.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Proof that a member does not run on its host: no process of the host is the member's. */
record SupervisedAbsence(MemberPaths member) implements Absence {
  private static final Map<String, Part> PARTS = new ConcurrentHashMap<>();

  @Override
  public Part part() {
    return PARTS.computeIfAbsent(member.supervisor().part(), SupervisedAbsence::part);
  }

  private static Part part(String supervisor) {
    String looks =
        Stream.of("sight", "program", supervisor)
            .map(SupervisedAbsence::text)
            .collect(Collectors.joining());
    return new Part(Script.part("logout") + looks, text(supervisor + "-acts"));
  }

  private static String text(String part) {
    return Script.part(Supervisor.class, part);
  }

  @Override
  public List<String> arguments() {
    return List.of(
        member.etcdName().value(),
        member.environmentFile(),
        member.binary(),
        member.supervisor().service(),
        member.supervisor().logFile());
  }

  @Override
  public String lockFile() {
    return member.supervisor().lockFile();
  }

  @Override
  public Proof in(Facts facts) {
    return new Seen(member, new Supervision(member, facts).process());
  }

  private record Seen(MemberPaths member, MemberObservation sight) implements Proof {
    @Override
    public Optional<String> objection() {
      Workload workload = sight.workload(member);
      return workload.provenAbsent() ? Optional.empty() : Optional.of(workload.evidence());
    }
  }
}
