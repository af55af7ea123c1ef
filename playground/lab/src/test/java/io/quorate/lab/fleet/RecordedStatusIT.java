package io.quorate.lab.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.UnknownFieldSet;
import io.quorate.lab.junit.ServersFolder;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.machine.Await;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.lab.servers.EtcdSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds the answer of the fake against that of a real member, field by field. {@code
 * -Dquorate.recordStatus=FILE} adds the real one to a file that takes the place of {@code
 * status.txt}.
 */
class RecordedStatusIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Header, sizes, leader, term and indexes: those of each member and moment. */
  private static final Set<Integer> VARY = Set.of(1, 3, 4, 5, 6, 7, 9);

  private static final int STORAGE_VERSION = 11;

  @RegisterExtension final ServersFolder directory = new ServersFolder();

  @ParameterizedTest
  @ValueSource(strings = {"3.4", "3.5", "3.6", "3.7"})
  void theFakeAnswersFieldByFieldAsARealMember(String minor) throws Exception {
    UnknownFieldSet real = real(minor);
    if (System.getProperty("quorate.recordStatus") instanceof String file) {
      String line = minor + " " + HexFormat.of().formatHex(real.toByteArray()) + "\n";
      Files.writeString(Path.of(file), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      return;
    }
    UnknownFieldSet fake = fake(minor);
    assertThat(fake.asMap().keySet()).isEqualTo(real.asMap().keySet());
    assertThat(header(fake).keySet()).isEqualTo(header(real).keySet());
    assertThat(steady(fake)).isEqualTo(steady(real));
    VARY.stream()
        .filter(number -> number != RecordedStatus.HEADER)
        .forEach(
            number ->
                assertThat(fake.getField(number).getVarintList())
                    .hasSameSizeAs(real.getField(number).getVarintList())
                    .allMatch(value -> value > 0));
  }

  private UnknownFieldSet real(String minor) throws Exception {
    try (var cluster =
        EtcdCluster.layOut(ToolsForTests.etcd(minor), directory.path(), 3, EtcdSettings.plain())) {
      cluster.start(LIMIT);
      cluster.etcdctl("put", "a", "1");
      EtcdMember member = cluster.members().getFirst();
      // A new cluster begins with an older storage version, which 3.4 and 3.5 do not tell.
      Await.until(
          "the storage version",
          LIMIT,
          () -> minor.compareTo("3.6") < 0 || storage(ask(member)).startsWith(minor));
      return ask(member);
    }
  }

  private static UnknownFieldSet ask(EtcdMember member) {
    return RawStatus.ask(member.clientUrl().getHost(), member.clientUrl().getPort(), 3_000);
  }

  private static String storage(UnknownFieldSet answer) {
    return answer.getField(STORAGE_VERSION).getLengthDelimitedList().stream()
        .map(text -> text.toStringUtf8())
        .findFirst()
        .orElse("");
  }

  private static UnknownFieldSet fake(String minor) throws Exception {
    int cluster = RecordedStatus.all().stream().map(RecordedStatus::minor).toList().indexOf(minor);
    try (var fleet = new FakeFleet(new Troubles(0, 0, 1), Optional.empty())) {
      return RawStatus.ask(new FleetAddress(cluster, 1).host(), fleet.port(), 3_000);
    }
  }

  private static Map<Integer, ?> header(UnknownFieldSet answer) {
    return RecordedStatus.fields(
            answer
                .getField(RecordedStatus.HEADER)
                .getLengthDelimitedList()
                .getFirst()
                .toByteArray())
        .asMap();
  }

  private static Map<Integer, ?> steady(UnknownFieldSet answer) {
    Map<Integer, Object> fields = new TreeMap<>(answer.asMap());
    fields.keySet().removeAll(VARY);
    return fields;
  }
}
