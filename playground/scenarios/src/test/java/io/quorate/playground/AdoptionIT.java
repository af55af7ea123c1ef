package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Etcd of the playground is laid out and started without any code of the product. */
@InTurn(10)
class AdoptionIT {
  private static final List<String> OF_ETCD =
      List.of("data", "etcd", "etcd.env", "etcd.log", "etcd.pid");

  @RegisterExtension static final StageForTests STAGES = new StageForTests();

  @Test
  void aClusterStartedByOthersIsRecoveredAndTheOtherMembersStayUntouched() throws Exception {
    Stage stage = STAGES.on("3.6");
    String victim = LostMember.victim(Inspection.of(stage.etcd(), 3));
    for (EtcdMember member : stage.etcd().members()) {
      assertThat(files(member)).isEqualTo(OF_ETCD);
    }
    Map<String, Optional<Long>> before = processes(stage, victim);
    String settings = Files.readString(stage.etcd().member(victim).files().environmentFile());

    STAGES.recovery().approvedAtOnce(() -> {});

    assertThat(processes(stage, victim)).isEqualTo(before);
    for (EtcdMember member : stage.etcd().members()) {
      if (!member.name().equals(victim)) {
        assertThat(files(member)).isEqualTo(OF_ETCD);
      }
    }
    assertThat(withoutMembership(stage.etcd().member(victim)))
        .as("everything of its settings but who the members are")
        .isEqualTo(withoutMembership(settings));
  }

  private static List<String> files(EtcdMember member) throws IOException {
    try (Stream<Path> files = Files.list(member.files().folder())) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static Map<String, Optional<Long>> processes(Stage stage, String but) {
    return stage.etcd().members().stream()
        .filter(member -> !member.name().equals(but))
        .collect(Collectors.toMap(EtcdMember::name, EtcdMember::pid));
  }

  private static List<String> withoutMembership(EtcdMember member) throws IOException {
    return withoutMembership(Files.readString(member.files().environmentFile()));
  }

  private static List<String> withoutMembership(String settings) {
    return settings.lines().filter(line -> !line.startsWith("ETCD_INITIAL_CLUSTER")).toList();
  }
}
