package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.port.Failure;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentFileTest {
  @Test
  void aChangedValueKeepsEveryOtherByte() {
    var text =
        "# by hand\n\nETCD_NAME=etcd-0\nETCD_INITIAL_CLUSTER=old=x\nETCD_X=a b\u00e9 \n# end";
    assertThat(raw("f", text).with("ETCD_INITIAL_CLUSTER", "a=b,c=d").text())
        .isEqualTo(text.replace("old=x", "a=b,c=d"));
  }

  @Test
  void aNewKeyIsAppendedOnALineOfItsOwn() {
    assertThat(raw("f", "A=1\n").with("B", "2").text()).isEqualTo("A=1\nB=2\n");
    assertThat(raw("f", "A=1").with("B", "2").text()).isEqualTo("A=1\nB=2");
  }

  @Test
  void etcdsOwnVariablesAreReplacedAsAWholeAndAllElseStays() {
    var file = raw("f", "# a\nETCD_B=1\nOTHER=x\nETCD_A=1\n#ETCD_C=1\n");
    assertThat(file.settings()).isEqualTo(Map.of("ETCD_A", "1", "ETCD_B", "1"));
    assertThat(file.withSettings(new TreeMap<>(Map.of("ETCD_A", "2", "ETCD_D", "3"))).text())
        .isEqualTo("# a\nOTHER=x\nETCD_A=2\n#ETCD_C=1\nETCD_D=3\n");
    assertThat(file.withSettings(file.settings()).text()).isEqualTo(file.text());
  }

  @Test
  void aCommentedAssignmentIsNoAssignment() {
    var file = raw("f", "#A=1\nA=2\n");
    assertThat(file.value("A")).hasValue("2");
    assertThat(file.with("A", "3").text()).isEqualTo("#A=1\nA=3\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "export A=1",
        "A='1'",
        "A=\"1\"",
        "just words",
        " A=1",
        "A =1",
        "1A=1",
        "=1",
        "A=1\r"
      })
  void anythingElseIsAFaultThatNamesFileAndLine(String line) {
    assertThatThrownBy(() -> raw("/etc/etcd/etcd-0.env", "OK=1\n" + line))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageStartingWith("/etc/etcd/etcd-0.env line 2: ");
  }

  @Test
  void aKeyThatIsSetTwiceIsAFault() {
    assertThatThrownBy(() -> raw("f", "A=1\nB=1\nA=2"))
        .isInstanceOf(Failure.Fault.class)
        .hasMessage("f line 3: A is set in line 1 already");
  }

  @Test
  void aValueCannotSmuggleInALine() {
    var file = raw("f", "A=1\n");
    assertThatThrownBy(() -> file.with("A", "1\nETCD_FORCE_NEW_CLUSTER=true"))
        .isInstanceOf(Failure.Fault.class);
  }

  /** docs/by-hand.md lets a shell read the file. */
  @Test
  void writesNoValueThatAShellWouldCarryOut() {
    var file = raw("f", "ETCD_X=a b\n");
    assertThatThrownBy(() -> file.with("ETCD_INITIAL_CLUSTER", "a=http://$(touch x):2380"))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("f cannot hold the value");
    assertThat(file.with("ETCD_X", "a b").text())
        .as("what a person wrote stays")
        .isEqualTo("ETCD_X=a b\n");
  }

  @Test
  void systemdTakesQuotesAwayAndSoDoesQuorate() {
    var file = systemd("; a comment\nETCD_NAME=\"h1\"\nETCD_DATA_DIR='/var/lib/etcd/h 1' \n");

    assertThat(file.value("ETCD_NAME")).contains("h1");
    assertThat(file.settings()).containsEntry("ETCD_DATA_DIR", "/var/lib/etcd/h 1");
  }

  @Test
  void whatSystemdWouldReadAsSomethingElseIsQuoted() {
    assertThat(systemd("").with("ETCD_INITIAL_CLUSTER", "a=http://10.0.0.1:2380,b=x").text())
        .startsWith("ETCD_INITIAL_CLUSTER=a=http://10.0.0.1:2380,b=x");
    assertThat(systemd("").with("ETCD_DATA_DIR", "/var/lib/h 1").text())
        .startsWith("ETCD_DATA_DIR=\"/var/lib/h 1\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"A=b\\", "A=\"b", "A='b'c", "A=b\\n"})
  void aValueThatSystemdWouldJoinOrUnescapeIsRefused(String line) {
    assertThatThrownBy(() -> systemd(line))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("f line 1: has a quote or a backslash within the value");
  }

  private static EnvironmentFile raw(String path, String text) {
    return EnvironmentFile.parse(path, EnvironmentFile.Syntax.RAW, text);
  }

  private static EnvironmentFile systemd(String text) {
    return EnvironmentFile.parse("f", EnvironmentFile.Syntax.SYSTEMD, text);
  }
}
