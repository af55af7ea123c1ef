package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.quorate.data.DataDirectory;
import io.quorate.shell.LocalShell;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host that an attacker has taken lies in one field of a look at a data directory. */
class LyingLooksTest {
  private static final List<String> LIES = List.of("../../x", "", "9".repeat(400));

  @TempDir private Path folder;

  /** No lie makes the look throw, and no lie changes a file. */
  @Test
  void aLieInAnyFieldOfALookDoesNoHarm() throws IOException {
    try (ScratchMember scratch = new ScratchMember(folder.resolve("etcd-0"))) {
      scratch.writeData();
      var shell = new Lying();
      assertThat(look(scratch, shell).state()).isEqualTo(DataDirectory.State.PRESENT);
      Set<String> files = files();
      Set<String> keys = shell.keys();
      assertThat(keys)
          .contains("data", "source", "inode", "free", "made", "log-made", "changed", "wal-head")
          .contains("data-bytes", "database-bytes", "files-sum", "written");
      for (String key : keys) {
        for (String lie : LIES) {
          shell.lieAbout(key, lie);
          assertThatCode(() -> look(scratch, shell))
              .as("%s=%s", key, lie)
              .doesNotThrowAnyException();
          assertThat(shell.told).as("lies about %s that were told", key).isPositive();
          assertThat(files()).as("%s=%s", key, lie).isEqualTo(files);
        }
      }
    }
  }

  private static DataDirectory look(ScratchMember scratch, Shell shell) {
    return new HostDataDirectories(scratch.hosts(shell)).look(ScratchMember.NAME);
  }

  private Set<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.map(Path::toString).collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /**
   * Runs each command once: a script with its arguments. Later calls return the first output again,
   * with the lie in it.
   */
  private static final class Lying implements Shell {
    private final Shell real = new LocalShell();
    private final Map<List<String>, Ended> truths = new HashMap<>();
    private String looked = "";
    private Optional<String> key = Optional.empty();
    private String lie = "";
    private int told;

    void lieAbout(String key, String lie) {
      this.key = Optional.of(key);
      this.lie = lie;
      told = 0;
    }

    /** Returns all keys in the output of the look at the directory. */
    Set<String> keys() {
      return Pattern.compile("(?m)^([a-z-]+)=")
          .matcher(looked)
          .results()
          .map(line -> line.group(1))
          .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public Ended run(Script script, List<String> arguments, Reply reply, Duration limit) {
      var words = new ArrayList<>(List.of(script.name()));
      words.addAll(arguments);
      Ended once = truths.computeIfAbsent(words, any -> real.run(script, arguments, reply, limit));
      looked = script.name().equals("inspect") ? once.output() : looked;
      return new Ended(once.exit(), said(once.output()), once.errors());
    }

    private String said(String truth) {
      return key.map(
              each ->
                  Pattern.compile("(?m)^" + each + "=.*$")
                      .matcher(truth)
                      .replaceAll(line -> lied(each)))
          .orElse(truth);
    }

    private String lied(String each) {
      told++;
      return each + "=" + lie;
    }
  }
}
