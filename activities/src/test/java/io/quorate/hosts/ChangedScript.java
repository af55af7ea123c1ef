package io.quorate.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.shell.LocalShell;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;

/** Shells that run one script with other text in it, to see what a host could do. */
final class ChangedScript {
  private ChangedScript() {}

  /** The shell of this machine, with this text of a script replaced. */
  static Shell with(String script, String text, String instead) {
    return with(new LocalShell(), script, text, instead);
  }

  /** Another shell, with this text of a script replaced. */
  static Shell with(Shell real, String script, String text, String instead) {
    return (asked, arguments, reply, limit) -> {
      if (!asked.name().equals(script)) {
        return real.run(asked, arguments, reply, limit);
      }
      assertThat(asked.text()).contains(text);
      Script other = new Script(asked.name(), asked.text().replace(text, instead));
      return real.run(other, arguments, reply, limit);
    };
  }
}
