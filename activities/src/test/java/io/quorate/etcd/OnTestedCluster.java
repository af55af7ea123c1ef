package io.quorate.etcd;

import io.quorate.lab.tools.ToolFolder;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Storage;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Tests that share one real cluster for each minor of etcd. */
abstract class OnTestedCluster {
  static final Duration LIMIT = TestedCluster.LIMIT;

  @Parameter ToolFolder tool;
  TestedCluster cluster;
  Membership membership;
  Maintenance maintenance;
  Storage storage;

  @BeforeParameterizedClassInvocation
  void startCluster() throws IOException, InterruptedException {
    cluster = TestedCluster.started(tool);
    membership = cluster.membership();
    maintenance = cluster.maintenance();
    storage = cluster.storage();
  }

  @AfterParameterizedClassInvocation
  void closeCluster() throws IOException {
    cluster.close();
  }
}
