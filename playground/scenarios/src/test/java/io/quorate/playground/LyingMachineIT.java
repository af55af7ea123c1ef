package io.quorate.playground;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.machine.Command;
import io.quorate.lab.tools.ToolFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The product and a machine whose root lies. The sshd of the machine sends the output of each
 * command through a filter. The filter changes each fact of a look in turn, and then the list of a
 * member's files, so that the list leads out of the data directory.
 */
@Order(Turn.FIRST)
@EnabledIfSystemProperty(named = "quorate.faultMatrix", matches = "all")
class LyingMachineIT extends OnMachines {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int LIAR = 3;
  private static final int NEXT = 4;

  /** The filter is a script of sed. The machine notes the true output, and the output it sent. */
  private static final String LYING_SSHD =
      """
      cat >/usr/local/bin/liar <<'E'
      #!/bin/bash
      export LC_ALL=C
      case $SSH_ORIGINAL_COMMAND in *sftp-server*) exec bash -c "$SSH_ORIGINAL_COMMAND" ;; esac
      set -o pipefail
      bash -c "$SSH_ORIGINAL_COMMAND" | tee -a /tmp/truth | sed -u -n -f /etc/lie | tee -a /tmp/told
      E
      chmod 755 /usr/local/bin/liar
      echo p >/etc/lie
      touch /tmp/truth /tmp/told
      chmod 666 /tmp/truth /tmp/told
      printf 'Match User ops\\n  ForceCommand /usr/local/bin/liar\\n' >>/etc/ssh/sshd_config
      systemctl reload ssh
      """;

  /** Quorate refuses this start at once, whatever the machine says, because h3 votes. */
  private static final String REPLACE =
      """
      {"runbook":"minority-replace","options":{"member":["h3"]},"requestedBy":"sam"}\
      """;

  @Test
  void aMachineThatLiesInAnyFieldDoesNoHarm() throws Exception {
    ToolFolder etcd = etcd("3.6");
    boot(NEXT, LIMIT, etcd);
    machines.startEtcd(LIAR, etcd.tool().version());
    for (int machine = 1; machine <= NEXT; machine++) {
      machines.on(machine, "echo 'ops ALL=(root) NOPASSWD: /bin/sh' >/etc/sudoers.d/quorate");
    }
    payments.adopt(machines, folder, "--user", "ops", "--sudo");
    payments.nextPlace(machines, LIAR, NEXT);
    machines.on(LIAR, LYING_SSHD);
    whileServing(
        () -> {
          aLieInAnyFieldOfALookDoesNoHarm();
          aListThatLeadsOutIsRefused();
        });
  }

  /** Quorate answers or refuses each time, and carries out nothing of a lie. */
  private void aLieInAnyFieldOfALookDoesNoHarm() throws Exception {
    machines.on(LIAR, ": >/tmp/truth");
    assertThat(answer()).endsWith("200").contains("\"code\":\"voter-votes\"");
    Set<String> fields = keysIn("/tmp/truth", "");
    assertThat(fields).hasSizeGreaterThan(20);
    for (String field : fields) {
      lies("s|^%1$s=.*|%1$s=../../x$(touch /pwned);`touch /pwned`|;p".formatted(field));
      assertThat(answer())
          .as(field)
          .matches("(?s).*(\"prescription\".*200|nothing was started.*503)")
          .doesNotContain("Exception", "internal");
    }
    lies("p");
    assertThat(keysIn("/tmp/told", "[.][.]/[.][.]/x")).as("lies told").hasSizeGreaterThan(20);
    assertThat(answer()).endsWith("200").contains("\"code\":\"voter-votes\"");
    assertThat(payments.diagnosis()).isEqualTo("whole");
    untouched();
  }

  /** Asks the serving product to replace h3; returns its answer and the status of HTTP. */
  private String answer() throws Exception {
    Command.Finished asked =
        machines
            .within(
                List.of(
                    "curl",
                    "--silent",
                    "--show-error",
                    "--noproxy",
                    "*",
                    "--header",
                    "Content-Type: application/json",
                    "--data",
                    REPLACE,
                    "--write-out",
                    "\n%{http_code}",
                    "http://127.0.0.1:8085/api/clusters/payments/operations"))
            .run(LIMIT);
    assertThat(asked.succeeded()).as(asked.output()).isTrue();
    return asked.output();
  }

  /** Returns the keys of the facts in a file of the lying machine with values that begin so. */
  private Set<String> keysIn(String file, String value) throws Exception {
    return machines
        .on(LIAR, "sed -n 's|^\\([a-z][a-z0-9-]*\\)=%s.*|\\1|p' %s".formatted(value, file))
        .lines()
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void aListThatLeadsOutIsRefused() throws Exception {
    lies("s|^\\(data=.*\\)\\t.*|\\1\\t./../../../../pwned|;p");
    String operation = payments.asked("planned-migration", "--member", "h3", "--by", "data-move");
    payments.approve(operation, "--as", "dana");
    payments.until("the refusal", () -> payments.operation(operation).hasParked());
    assertThat(payments.operation(operation).because())
        .contains(machines.address(LIAR), "what the scripts of Quorate never print");
    untouched();

    lies("p");
    payments.quorate().run("retry", operation, "--as", "dana").good();
    payments.ends(operation);
    assertThat(machines.on(NEXT, "systemctl show -P ActiveState etcd").strip()).isEqualTo("active");
    untouched();
  }

  private void lies(String filter) throws Exception {
    machines.on(LIAR, "cat >/etc/truth <<'E'%n%s%nE%nmv /etc/truth /etc/lie".formatted(filter));
  }

  /** No machine has a file that only the lies name. */
  private void untouched() throws Exception {
    assertThat(Path.of("/pwned")).doesNotExist();
    for (int machine = 1; machine <= NEXT; machine++) {
      assertThat(machines.on(machine, "find / -xdev -name 'pwned*' -not -path '/proc/*'").strip())
          .isEmpty();
    }
  }
}
