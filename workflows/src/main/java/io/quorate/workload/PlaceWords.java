package io.quorate.workload;

import io.quorate.cluster.MemberName;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Words that a platform has for the place of a member: for the place itself, for what the member is
 * started from, and for what ends it. Sentences of runbooks, steps and diagnoses take the words
 * from here, so that another platform brings words and changes no sentence.
 */
public enum PlaceWords {
  /** A process on a host, which a unit of systemd may supervise. */
  HOST(
      "environment file",
      "Stop its unit (systemctl stop UNIT)",
      "systemctl disable UNIT",
      "dataDirectory: ..., environmentFile: ..., service: ..."),
  /** A static pod, which the kubelet of a host starts from a manifest. */
  STATIC_POD(
      "manifest",
      "Move its manifest out of the directory of the kubelet",
      "leave its manifest out of that directory",
      "dataDirectory: ..., service: {staticPod: ...}") {
    @Override
    public String setting(String variable) {
      return flag(variable);
    }
  },
  /** A pod of a StatefulSet. */
  POD_OF_SET(
      "StatefulSet",
      "Mend what the log of its pod says (kubectl logs --previous)",
      "lower the replicas of its StatefulSet",
      "the entry of its cluster, which names the StatefulSet") {
    @Override
    public String place() {
      return "pod";
    }

    @Override
    public String places() {
      return "pods";
    }

    @Override
    public String setting(String variable) {
      return flag(variable);
    }

    @Override
    public String term() {
      return "the deletion of its pod";
    }

    @Override
    public String kill() {
      return "SIGKILL of the kubelet";
    }

    @Override
    public String end(MemberName member) {
      return "end its pod (kubectl delete pod POD -n NAMESPACE)";
    }

    @Override
    public String nameZones() {
      return "Label the nodes with topology.kubernetes.io/zone, or write zone in quorate.yml.";
    }

    @Override
    public List<String> destinations() {
      return List.of("--to-node NODE", "--to-zone ZONE");
    }

    @Override
    public Optional<String> spread() {
      return Optional.of(apart("kubernetes.io/hostname"));
    }

    @Override
    public Optional<String> spreadZones() {
      return Optional.of(apart("topology.kubernetes.io/zone"));
    }

    private static String apart(String topologyKey) {
      return "Give the template a podAntiAffinity with the topologyKey %s (kubectl edit statefulset NAME -n NAMESPACE; with OnDelete that restarts nobody), then restart one of them."
          .formatted(topologyKey);
    }
  };

  private final String settings;
  private final String endRestarts;
  private final String keepOut;
  private final String keys;

  PlaceWords(String settings, String endRestarts, String keepOut, String keys) {
    this.settings = settings;
    this.endRestarts = endRestarts;
    this.keepOut = keepOut;
    this.keys = keys;
  }

  private static String flag(String variable) {
    return "--" + variable.replaceFirst("^ETCD_", "").toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the name of the kind of place that a member runs at. */
  public String place() {
    return "host";
  }

  /** Returns the name of several places. */
  public String places() {
    return "hosts";
  }

  /** Returns the name of this number of places. */
  public String places(long count) {
    return count == 1 ? place() : places();
  }

  /** Returns the place of a member: {@code the host of etcd-1}. */
  public String placeOf(MemberName member) {
    return "the " + place() + " of " + member;
  }

  /** Returns the request to look at the place of this member, as a sentence. */
  public String lookAt(MemberName member) {
    return "Look at " + placeOf(member) + ".";
  }

  /** Returns the name of what has the settings of a member. */
  public String settings() {
    return settings;
  }

  /** Returns a setting of etcd as it stands there: {@code ETCD_DATA_DIR}. */
  public String setting(String variable) {
    return variable;
  }

  /** Returns the keys of a place in quorate.yml, beside its URLs. */
  public String keys() {
    return keys;
  }

  /** Returns the name of the request to a run to end. */
  public String term() {
    return "SIGTERM";
  }

  /** Returns the name of what ends a run that does not end when asked. */
  public String kill() {
    return "SIGKILL";
  }

  /** Returns how a person ends the run of a member, as a request. */
  public String end(MemberName member) {
    return "stop " + member + " on its " + place();
  }

  /** Returns the name of what lets a stopped run go on. */
  public String cont() {
    return "SIGCONT";
  }

  /** Returns how a person tells which members fail together, as a sentence. */
  public String nameZones() {
    return "Write zone in quorate.yml: what fails together, such as a rack or a room.";
  }

  /**
   * Returns the options by which a person says where a member is to go; empty where the
   * configuration says it.
   */
  public List<String> destinations() {
    return List.of();
  }

  /**
   * Returns how a person gets members to different nodes, as a sentence; empty where the
   * configuration puts each member on its machine.
   */
  public Optional<String> spread() {
    return Optional.empty();
  }

  /** Returns how a person gets members to different zones, as {@link #spread}. */
  public Optional<String> spreadZones() {
    return Optional.empty();
  }

  /** Returns how a person ends the starts of a member that fail again and again. */
  public String endRestarts() {
    return endRestarts;
  }

  /** Returns how a person keeps a member from being started ever again, as a clause. */
  public String keepOut() {
    return keepOut;
  }
}
