package io.quorate.lab.tools;

import java.util.List;

/**
 * A tool in one exact version; {@link #folderName()} is its folder wherever tools are kept.
 *
 * @param name {@code etcd}, {@code temporal}, {@code versitygw}, {@code kubelet}, {@code
 *     kubernetes}, {@code coredns}, {@code helm}, {@code prometheus} or {@code alertmanager}
 * @param version as in 3.6.16
 */
public record Tool(String name, String version) {

  private static final String KUBERNETES = "1.34.4";

  /** Returns the Temporal command line, which contains the server and its web UI. */
  public static Tool temporal() {
    return new Tool("temporal", "1.5.1");
  }

  /** Returns an S3 server over a folder, with signatures, conditional writes and checksums. */
  public static Tool versitygw() {
    return new Tool("versitygw", "1.8.0");
  }

  /**
   * Returns the kubelet of the newest Kubernetes that runs on control groups of version 1 and with
   * containerd 1.6.
   */
  public static Tool kubelet() {
    return new Tool("kubelet", KUBERNETES);
  }

  /** Returns all of Kubernetes but the kubelet, which is a tool of its own. */
  public static Tool kubernetes() {
    return new Tool("kubernetes", KUBERNETES);
  }

  /** Returns the DNS server of a Kubernetes cluster. */
  public static Tool coredns() {
    return new Tool("coredns", "1.14.7");
  }

  /** Returns Helm, which renders, checks and installs charts. */
  public static Tool helm() {
    return new Tool("helm", "3.21.4");
  }

  /** Returns Prometheus, with the program that checks and tests its rules. */
  public static Tool prometheus() {
    return new Tool("prometheus", "2.42.0");
  }

  /** Returns Alertmanager, which brings the alerts of Prometheus to people. */
  public static Tool alertmanager() {
    return new Tool("alertmanager", "0.28.1");
  }

  /** Whether this tool is taken from Debian, because nothing here builds it. */
  boolean isOfDebian() {
    return name.equals("prometheus") || folderName().startsWith("etcd-3.4.");
  }

  /**
   * Returns etcd with etcdctl, and with etcdutl from 3.5 on.
   *
   * @param wanted a minor as in 3.6, which means the pinned patch, or an exact version
   * @throws IllegalArgumentException when the minor is unknown; the message lists the known ones
   */
  public static Tool etcd(String wanted) {
    return new Tool("etcd", EtcdRelease.versionFor(wanted));
  }

  public String folderName() {
    return name + "-" + version;
  }

  /** Returns the first two numbers of the version. */
  public String minor() {
    return version.substring(0, version.lastIndexOf('.'));
  }

  /**
   * Returns whether this is a pinned version. A patch that is not pinned may be impossible to make.
   */
  boolean isPinned() {
    return switch (name) {
      case "etcd" -> equals(etcd(minor()));
      case "versitygw" -> equals(versitygw());
      case "kubelet" -> equals(kubelet());
      case "kubernetes" -> equals(kubernetes());
      case "coredns" -> equals(coredns());
      case "helm" -> equals(helm());
      case "prometheus" -> equals(prometheus());
      case "alertmanager" -> equals(alertmanager());
      default -> equals(temporal());
    };
  }

  /** Returns the programs that the tool's folder must contain. */
  public List<String> programs() {
    return switch (name) {
      case "etcd" ->
          minor().equals("3.4")
              ? List.of("etcd", "etcdctl")
              : List.of("etcd", "etcdctl", "etcdutl");
      case "kubernetes" ->
          List.of(
              "kube-apiserver",
              "kube-controller-manager",
              "kube-scheduler",
              "kube-proxy",
              "kubectl");
      case "prometheus" -> List.of("prometheus", "promtool");
      default -> List.of(name);
    };
  }

  @Override
  public String toString() {
    return name + " " + version;
  }
}
