package io.quorate.datadir.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.zip.CRC32C;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RunningCrcTest {
  @Example
  void aSumThatBeginsAtNothingIsNothing() {
    assertThat(RunningCrc.from(0).value()).isZero();
  }

  @Property
  void aSumCanBeTakenUpWhereverItWasLeft(@ForAll byte[] before, @ForAll byte[] after) {
    var whole = new CRC32C();
    whole.update(before);
    RunningCrc taken = RunningCrc.from((int) whole.getValue());
    whole.update(after);
    taken.update(after, 0, after.length);
    assertThat(taken.value()).isEqualTo((int) whole.getValue());
  }

  @Property
  void anySumCanBeTheBeginning(@ForAll int sum) {
    assertThat(RunningCrc.from(sum).value()).isEqualTo(sum);
  }
}
