package io.quorate.hosts;

import io.quorate.cluster.MemberName;
import io.quorate.lab.servers.MemberFiles;
import io.quorate.port.JoinSettings;
import io.quorate.shell.HostLimits;
import io.quorate.shell.LocalShell;
import io.quorate.supervisor.MemberPaths;
import io.quorate.workload.Grace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A process that starts a member and then waits for its own death. */
public final class StartAndWait {
  private StartAndWait() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    String name = folder.getFileName().toString();
    var settings =
        new JoinSettings(
            Arrays.stream(arguments[1].split(","))
                .map(each -> each.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> List.of(pair[1]))));
    var hosts = Hosts.of(List.of(host(name, folder)));
    new HostWorkloads(hosts, Clock.systemUTC())
        .start(new MemberName(name), settings, RealEtcdIT.permit());
    System.out.println("started");
    // Ends when the test does, should it forget.
    System.exit(System.in.read());
  }

  public static MemberScripts host(String name, Path folder) {
    var files = new MemberFiles(folder);
    var member =
        new MemberPaths(
            new MemberName(name),
            files.dataDirectory().toString(),
            files.environmentFile().toString(),
            files.binary().toString(),
            files.pidFile().toString(),
            files.logFile().toString());
    return new MemberScripts(member, new LocalShell(), HostLimits.standard(Grace.TERM));
  }
}
