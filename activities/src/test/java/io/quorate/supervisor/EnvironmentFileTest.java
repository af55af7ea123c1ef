package io.quorate.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.quorate.port.Failure;
import io.quorate.supervisor.EnvironmentFile.Syntax;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

public class EnvironmentFileTest {
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
        "A='1",
        "A=\"1\" 2",
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

  /** Of two variables env takes the last, and so do systemd and a shell. */
  @ParameterizedTest
  @EnumSource(Syntax.class)
  void theLastOfTwoLinesCountsAndIsChanged(Syntax syntax) {
    var file = EnvironmentFile.parse("f", syntax, "A=1\nB=1\nA=2\n");
    assertThat(file.value("A")).hasValue("2");
    assertThat(file.with("A", "3").text()).isEqualTo("A=1\nB=1\nA=3\n");
    var settings = EnvironmentFile.parse("f", syntax, "ETCD_A=1\nB=1\nETCD_A=2\n");
    assertThat(settings.withSettings(new TreeMap<>()).text()).isEqualTo("B=1\n");
  }

  @ParameterizedTest
  @EnumSource(Syntax.class)
  void quotesStayInTheFileAndAreNoPartOfTheValue(Syntax syntax) {
    var file = EnvironmentFile.parse("f", syntax, "A=\"1\"\nB='2 3'\n");
    assertThat(file.value("A")).hasValue("1");
    assertThat(file.value("B")).hasValue("2 3");
    assertThat(file.with("A", "4").with("B", "x").text()).isEqualTo("A=\"4\"\nB='x'\n");
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
  void quotesOnlyAValueThatSystemdWouldReadOtherwise() {
    assertThat(systemd("").with("ETCD_INITIAL_CLUSTER", "a=http://10.0.0.1:2380,b=x").text())
        .startsWith("ETCD_INITIAL_CLUSTER=a=http://10.0.0.1:2380,b=x");
    assertThat(systemd("").with("ETCD_DATA_DIR", "/var/lib/h 1").text())
        .startsWith("ETCD_DATA_DIR=\"/var/lib/h 1\"");
  }

  /** What systemd 252 passes on for these lines: a unit of it printed them (UnitScriptsTest). */
  @ParameterizedTest
  @MethodSource("linesOfSystemd")
  void systemdsLinesAreReadAsSystemdReadsThem(String text, String value) {
    assertThat(systemd(text).value("A")).hasValue(value);
  }

  public static Stream<Arguments> linesOfSystemd() {
    return Stream.of(
        arguments("A = b ", "b"),
        arguments("  A=b", "b"),
        arguments("A=b\r\nB=c\r\n", "b"),
        arguments("A=b\\\nc\n", "bc"),
        arguments("A=b \\\n  c\n", "b   c"),
        arguments("A=b\\nc", "bnc"),
        arguments("A='b'c", "bc"),
        arguments("A=\"b\" \"c\"", "bc"),
        arguments("A=b\"c", "b\"c"),
        arguments("A=\"b\\\"c\\$d\\e\"", "b\"c$d\\e"),
        arguments("A='b\\c'", "b\\c"),
        arguments("A=\"b\nc\"", "b\nc"),
        arguments("A=", ""),
        arguments("A=1 # no comment", "1 # no comment"),
        arguments("no assignment\nexport A=0\nA=1", "1"));
  }

  @Test
  void anEditKeepsTheFormOfWhatSystemdReads() {
    assertThat(systemd("A = b \n# c\n").with("A", "d").text()).isEqualTo("A = d \n# c\n");
    assertThat(systemd("A=b\\\n  c\nB=1\n").with("A", "d").text()).isEqualTo("A=d\nB=1\n");
    assertThat(systemd("A=b\r\n").with("A", "d").text()).isEqualTo("A=d\r\n");
    assertThat(systemd("").with("A", "x\"y$z").value("A")).hasValue("x\"y$z");
  }

  /** A line after the last one that is joined would become a part of it. */
  @Test
  void refusesToAppendAfterALineThatEndsWithABackslash() {
    assertThatThrownBy(() -> systemd("A=b\\").with("B", "1"))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageContaining("write its lines plainly");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"export ETCD_A=b", "ETCD_A", "A=\"b", "# a comment \\\nETCD_A=b", "1ETCD_A=b"})
  void aLineThatSystemdIgnoresOrReadsOtherwiseIsAFault(String line) {
    assertThatThrownBy(() -> systemd("OK=1\n" + line))
        .isInstanceOf(Failure.Fault.class)
        .hasMessageStartingWith("f line 2: ");
  }

  private static EnvironmentFile raw(String path, String text) {
    return EnvironmentFile.parse(path, EnvironmentFile.Syntax.RAW, text);
  }

  private static EnvironmentFile systemd(String text) {
    return EnvironmentFile.parse("f", EnvironmentFile.Syntax.SYSTEMD, text);
  }
}
