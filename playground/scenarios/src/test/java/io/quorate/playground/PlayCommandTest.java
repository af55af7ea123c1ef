package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.quorate.cluster.MembershipEntry;
import io.quorate.command.Looks;
import io.quorate.command.Output;
import io.quorate.command.Probe;
import io.quorate.command.Quorate;
import io.quorate.command.Roles;
import io.quorate.command.Terminal;
import io.quorate.command.Wiring;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationDraft.FoundMember;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.SetSettings.ApiAddress;
import io.quorate.configuration.TlsFiles;
import io.quorate.playground.PlayRequest.Afterwards;
import io.quorate.playground.PlayRequest.Kind;
import io.quorate.playground.PlayRequest.Where;
import io.quorate.playground.telling.Narrator;
import io.quorate.port.ClusterRecords;
import io.quorate.port.DataDirectories;
import io.quorate.port.FoundSets;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.port.SnapshotStore;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.wire.CheckJson.Checked;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/** What is typed after {@code quorate playground}, and what becomes of it. */
class PlayCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<PlayRequest> played = new ArrayList<>();

  @Test
  void aScenarioIsPlayedAsItWasTyped() {
    assertThat(type("playground", "Lost Member", "--approve", "auto", "--keep", "-o", "json"))
        .isZero();
    assertThat(played.getFirst().scenario()).contains("lost-member");
    assertThat(played.getFirst().afterwards()).isEqualTo(Afterwards.KEEP);
    assertThat(played.getFirst().output()).isEqualTo(Output.JSON);

    type("playground", "restart", "--kill-worker-at", "stop-member", "--kill-worker-at", "a:wait");
    assertThat(played.getLast().killWorkerAt()).containsExactly("stop-member", "a:wait");
  }

  @Test
  void membersCanBeOnMachinesOfTheirOwn() {
    type("playground", "lost-machine", "--machines");
    type("playground", "lost-member");

    assertThat(played).extracting(PlayRequest::where).containsExactly(Where.MACHINES, Where.HERE);
  }

  @Test
  void aScenarioIsPlayedOnlyWhereItsMembersAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scenarios.named("lost-machine"))
        .withMessage("lost-machine is played with --machines; add that option");
    type("playground", "lost-member", "--machines");
    PlayRequest onMachines = played.getFirst();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> onMachines(onMachines))
        .withMessageContainingAll("no scenario", "lost-member", "with --machines", "lost-machine");
    type("playground", "reboot", "--machines", "--etcd", "3.7");
    PlayRequest newest = played.getLast();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> onMachines(newest))
        .withMessage("reboot begins with etcd 3.4 or 3.5 or 3.6, not with 3.7");
    type("playground", "reboot", "--machines", "--kill-worker-at", "stop-member");
    PlayRequest killing = played.getLast();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> onMachines(killing))
        .withMessageContaining("not with --machines");
  }

  @Test
  void refusesMachinesAndKubernetesAtOnce() {
    type("playground", "lost-volume", "--kubernetes");
    type("playground", "lost-volume", "--kubernetes", "--machines");

    assertThat(played).extracting(PlayRequest::where).containsExactly(Where.KUBERNETES);
    assertThat(err.toString()).contains("mutually exclusive");
  }

  private PerformanceOnMachines onMachines(PlayRequest request) {
    var narrator = new Narrator(new PrintWriter(err));
    return new PerformanceOnMachines(request, narrator, verdict -> 0);
  }

  @Test
  void globalOptionsStandBeforeTheVerbOrAfterIt() {
    type("-o", "json", "--config", "other.yml", "playground", "--list");
    type("playground", "--list", "-o", "json", "--config", "other.yml");

    assertThat(played).hasSize(2);
    assertThat(played.getFirst()).isEqualTo(played.getLast());
    assertThat(played.getFirst().kind()).isEqualTo(Kind.LIST);
    assertThat(played.getFirst().output()).isEqualTo(Output.JSON);
  }

  @Test
  void theHelpHasTheOptionsOfThePlaygroundAndTheGlobalOnes() {
    assertThat(type("playground", "--help")).isZero();
    assertThat(out.toString())
        .startsWith("Usage: quorate playground")
        .contains("--kill-worker-at", "--list", "--config", "--output", "--as", "--quiet");
    assertThat(played).isEmpty();
  }

  @Test
  void anOptionThatDoesNotExistIsWrongUsage() {
    assertThat(type("playground", "--aprove", "auto")).isEqualTo(2);
    assertThat(err.toString()).contains("did you mean --approve");
    assertThat(played).isEmpty();
  }

  @Test
  void theReferenceNamesEveryOption() throws IOException {
    String page = Files.readString(Path.of("../../docs/reference/cli.md"));
    var verb = quorate().line().getSubcommands().get("playground").getCommandSpec();
    assertThat(verb.optionsMap()).containsKeys("--list", "--keep");
    for (var option : verb.options()) {
      assertThat(page).contains("`" + option.longestName());
      assertThat(page).contains("| " + String.join(" ", option.description()) + " |");
    }
  }

  private int type(String... words) {
    return quorate().run(words);
  }

  private Quorate quorate() {
    var terminal =
        new Terminal(
            new PrintWriter(out),
            new PrintWriter(err),
            Set.of(),
            Map.of(),
            () -> Instant.EPOCH,
            pause -> {},
            Optional::empty);
    return new Quorate(
        terminal, new NoWiring(), options -> new PlayCommand(options, request -> played(request)));
  }

  private int played(PlayRequest request) {
    played.add(request);
    return 0;
  }

  /** The playground asks the product's wiring for nothing. */
  private static final class NoWiring implements Wiring {
    @Override
    public Looks looks(Configuration configuration) {
      throw new AssertionError();
    }

    @Override
    public SnapshotCatalogue snapshots(Configuration configuration) {
      throw new AssertionError();
    }

    @Override
    public ClusterSettings located(ClusterSettings cluster) {
      throw new AssertionError();
    }

    @Override
    public DataDirectories directories(ClusterSettings cluster) {
      throw new AssertionError();
    }

    @Override
    public String disruptionBudget(ClusterSettings cluster) {
      throw new AssertionError();
    }

    @Override
    public SnapshotStore store(Configuration configuration) {
      throw new AssertionError();
    }

    @Override
    public ClusterRecords records(Configuration configuration) {
      throw new AssertionError();
    }

    @Override
    public List<Checked> checks(
        MemberSettings member, Optional<Member> seen, ClusterView view, String whose) {
      throw new AssertionError();
    }

    @Override
    public List<Probe> probes(Configuration configuration) {
      throw new AssertionError();
    }

    @Override
    public List<MembershipEntry> listed(List<URI> endpoints, Optional<TlsFiles> tls) {
      throw new AssertionError();
    }

    @Override
    public List<FoundMember> membersOn(HostSettings.Ssh host) {
      throw new AssertionError();
    }

    @Override
    public List<String> contexts(Path kubeconfig) {
      throw new AssertionError();
    }

    @Override
    public FoundSets setsIn(ApiAddress api, String namespace, List<String> chosen) {
      throw new AssertionError();
    }

    @Override
    public SSLContext trusting(Path ca) {
      throw new AssertionError();
    }

    @Override
    public int serve(Configuration configuration, Roles roles) {
      throw new AssertionError();
    }
  }
}
