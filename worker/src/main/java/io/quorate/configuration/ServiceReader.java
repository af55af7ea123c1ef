package io.quorate.configuration;

import io.quorate.configuration.OnHost.ServiceSettings;
import io.quorate.configuration.OnHost.ServiceSettings.StaticPod;
import io.quorate.configuration.OnHost.ServiceSettings.Systemd;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads what supervises the process of a member.
 *
 * @param path how a path there is read
 * @param host what tells the machine from others
 */
record ServiceReader(Conflicts conflicts, Reading<Path> path, String host) {
  private static final Path NO_PATH = Path.of("/");

  /** Stands in for a unit that is wrong or not there. */
  private static final String STANDARD_UNIT = "etcd.service";

  /** Stands in for a manifest that is wrong; where kubeadm has it. */
  private static final Path STANDARD_MANIFEST = Path.of("/etc/kubernetes/manifests/etcd.yaml");

  /** Fields of the kinds of supervisor; where several fields are given the first field counts. */
  private static final List<String> KINDS = List.of("process", "systemd", "staticPod");

  /** The service in the field {@code service}, which has to be there. */
  ServiceSettings read(Section section, String example) {
    if (!section.has("service")) {
      section.missing("service", example);
    }
    return section
        .section("service", example, service -> kind(service, example))
        .orElseGet(() -> new ServiceSettings.Process(NO_PATH, NO_PATH));
  }

  private ServiceSettings kind(Section service, String example) {
    List<String> there = KINDS.stream().filter(service::has).toList();
    there.stream()
        .skip(1)
        .forEach(
            other ->
                service.problem(
                    other, "stands beside " + there.getFirst() + "; a member has one of them"));
    return switch (there.isEmpty() ? "" : there.getFirst()) {
      case "systemd" -> systemd(service);
      case "staticPod" -> staticPod(service);
      default -> process(service, example);
    };
  }

  private ServiceSettings staticPod(Section service) {
    return new StaticPod(
        service
            .optional("staticPod", conflicts.path(host, scalar -> manifest(scalar, path)))
            .orElse(STANDARD_MANIFEST));
  }

  private static Path manifest(Scalar scalar, Reading<Path> path) throws Wrong {
    Path manifest = path.read(scalar);
    if (manifest.getNameCount() < 2) {
      throw new Wrong(
          "'" + scalar.written() + "' is no manifest; write its path: " + STANDARD_MANIFEST);
    }
    if (manifest.getFileName().toString().startsWith(".")) {
      throw new Wrong(
          "'" + scalar.written() + "' begins with a dot, and the kubelet reads no such file");
    }
    return manifest;
  }

  private ServiceSettings systemd(Section service) {
    return new Systemd(
        service
            .optional("systemd", conflicts.word(host, ServiceReader::unit))
            .orElse(STANDARD_UNIT));
  }

  private static String unit(Scalar scalar) throws Wrong {
    String unit = ValueParsers.text(scalar);
    if (!unit.matches("[A-Za-z0-9:_.\\\\@-]{1,240}\\.service") || unit.startsWith("-")) {
      throw new Wrong(
          "'" + scalar.written() + "' is no unit of a service; write its full name: etcd.service");
    }
    if (unit.endsWith("@.service")) {
      throw new Wrong(
          "'" + scalar.written() + "' is a template; name its instance: etcd@a.service");
    }
    return unit;
  }

  private ServiceSettings process(Section service, String example) {
    if (!service.has("process")) {
      service.missing("process", example);
    }
    return service.sectionOrEmpty(
        "process",
        example,
        process ->
            new ServiceSettings.Process(
                file(process, "pidFile", "pidFile: \"/run/etcd/{name}.pid\""),
                file(process, "logFile", "logFile: \"/var/log/etcd/{name}.log\"")));
  }

  private Path file(Section process, String field, String example) {
    return process.required(field, example, NO_PATH, conflicts.path(host, path));
  }
}
