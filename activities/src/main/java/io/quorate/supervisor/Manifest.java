package io.quorate.supervisor;

import io.quorate.cluster.EtcdVersion;
import io.quorate.port.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;

/**
 * Manifest of a static pod that runs etcd, as kubeadm writes it: settings are flags of the
 * container's command, one in a line. A setting has the name of the variable that etcd would take
 * for the flag; the two never mix, because etcd ends where both are given.
 *
 * @param image the image of the container
 * @param flags in their order; of two with one name the last counts
 * @param program what the command starts
 * @param volumes the directories of the host that the container sees
 */
public record Manifest(
    ManifestText source,
    ManifestText.Scalar image,
    ManifestText.Scalar program,
    List<Flag> flags,
    List<PodVolume> volumes)
    implements SettingsFile {
  private static final String ETCD = "etcd";
  private static final String PREFIX = "ETCD_";
  private static final Pattern FLAG = Pattern.compile("(--?)([A-Za-z0-9][A-Za-z0-9.-]*)(?:=(.*))?");

  /** Flags with a secret, as the variables are that {@link EnvironmentFile} leaves out. */
  private static final Set<String> SECRET = Set.of("discovery-user", "discovery-password");

  /** The variables of etcd that are no flags. */
  private static final Set<String> VARIABLES = Set.of("ETCD_UNSUPPORTED_ARCH");

  /** A flag of the command; one without a value is {@code true}. */
  record Flag(String dashes, String name, String value, ManifestText.Scalar at) {
    String variable() {
      return PREFIX + name.replace('-', '_').toUpperCase(Locale.ROOT);
    }
  }

  public Manifest {
    flags = List.copyOf(flags);
    volumes = List.copyOf(volumes);
  }

  /**
   * Parses the bytes of a manifest, each given as one char. Throws {@link Failure.Fault} with file
   * and line where it is no pod with etcd, or where a setting is written so that it is not found or
   * not edited safely.
   */
  public static Manifest parse(String path, String bytes) {
    return read(ManifestText.ofBytes(path, bytes));
  }

  private static Manifest read(ManifestText source) {
    MappingNode root = source.root();
    MappingNode spec =
        source
            .mapping(root, "spec")
            .filter(found -> source.word(root, "kind").filter("Pod"::equals).isPresent())
            .orElseThrow(() -> new Failure.Fault(source.path() + " is no manifest of a Pod"));
    MappingNode container = container(source, spec);
    requireNoVariables(source, container);
    List<ManifestText.Scalar> words = new ArrayList<>(source.items(container, "command"));
    if (words.isEmpty()) {
      throw source.fault(
          ManifestText.line(container),
          "has no command; write etcd and its flags, as kubeadm does");
    }
    words.addAll(source.items(container, "args"));
    ManifestText.Scalar program = words.getFirst();
    if (!program.value().equals(ETCD) && !program.value().endsWith("/" + ETCD)) {
      throw source.fault(
          program.line(),
          "starts '%s'; write etcd itself and its flags, an item a line"
              .formatted(program.value()));
    }
    return new Manifest(
        source,
        source.scalar(
            source
                .field(container, "image")
                .orElseThrow(() -> source.fault(ManifestText.line(container), "has no image"))),
        program,
        flags(source, words.subList(1, words.size())),
        PodVolume.of(source, spec, container));
  }

  private static MappingNode container(ManifestText source, MappingNode spec) {
    List<MappingNode> all = source.mappings(spec, "containers");
    List<MappingNode> named =
        all.stream()
            .filter(one -> source.word(one, "name").filter(ETCD::equals).isPresent())
            .toList();
    List<MappingNode> found = named.isEmpty() ? all : named;
    if (found.size() != 1) {
      throw source.fault(ManifestText.line(spec), "has no container with the name etcd");
    }
    return found.getFirst();
  }

  private static void requireNoVariables(ManifestText source, MappingNode container) {
    for (MappingNode variable : source.mappings(container, "env")) {
      String name = source.word(variable, "name").orElse("");
      if (name.startsWith(PREFIX) && !VARIABLES.contains(name)) {
        throw source.fault(
            ManifestText.line(variable), "sets " + name + " in env; make it a flag of the command");
      }
    }
  }

  private static List<Flag> flags(ManifestText source, List<ManifestText.Scalar> words) {
    List<Flag> flags = new ArrayList<>();
    for (ManifestText.Scalar word : words) {
      Matcher matcher = FLAG.matcher(word.value());
      if (!matcher.matches()) {
        throw source.fault(
            word.line(), "'%s' is no flag; write --name=value in one item".formatted(word.value()));
      }
      String name = matcher.group(2);
      if (name.equals("config-file")) {
        throw source.fault(
            word.line(), "--config-file makes etcd ignore all flags; write them here instead");
      }
      String value = Optional.ofNullable(matcher.group(3)).orElse("true");
      flags.add(new Flag(matcher.group(1), name, value, word));
    }
    return flags;
  }

  @Override
  public String path() {
    return source.path();
  }

  private Optional<Flag> flag(String variable) {
    return flags.stream()
        .filter(flag -> flag.variable().equals(variable))
        .reduce((before, after) -> after);
  }

  @Override
  public Optional<String> value(String key) {
    return flag(key).map(Flag::value);
  }

  /** The line in which a setting stands; empty where it does not. */
  Optional<Integer> line(String key) {
    return flag(key).map(flag -> flag.at().line());
  }

  @Override
  public SortedMap<String, String> settings() {
    var settings = new TreeMap<String, String>();
    flags.stream()
        .filter(flag -> !SECRET.contains(flag.name()))
        .forEach(flag -> settings.put(flag.variable(), flag.value()));
    return settings;
  }

  @Override
  public Manifest withSettings(SortedMap<String, String> settings) {
    Manifest edited = this;
    for (String gone : settings().keySet()) {
      for (Optional<Flag> there = edited.flag(gone);
          there.isPresent() && !settings.containsKey(gone);
          there = edited.flag(gone)) {
        edited = read(edited.source.without(there.get().at()));
      }
    }
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      edited = edited.with(setting.getKey(), setting.getValue());
    }
    return edited;
  }

  @Override
  public Manifest with(String key, String value) {
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new Failure.Fault(key + " cannot hold control characters: " + path());
    }
    if (VARIABLES.contains(key) || !key.startsWith(PREFIX)) {
      throw new Failure.Fault(key + " is no flag of etcd: " + path());
    }
    Optional<Flag> there = flag(key);
    if (there.isPresent()) {
      Flag flag = there.get();
      return flag.value().equals(value)
          ? this
          : read(source.replaced(flag.at(), flag.dashes() + flag.name() + "=" + value));
    }
    String name = key.substring(PREFIX.length()).toLowerCase(Locale.ROOT).replace('_', '-');
    return read(source.inserted(last(), "--" + name + "=" + value));
  }

  private ManifestText.Scalar last() {
    return flags.isEmpty() ? program : flags.getLast().at();
  }

  /** The manifest with another image. */
  public Manifest withImage(String other) {
    return read(source.replaced(image, other));
  }

  @Override
  public String text() {
    return source.bytes();
  }

  /** The version that the tag of the image names; empty where it names none, or no release. */
  public Optional<EtcdVersion> version() {
    return ImageTag.version(image.value());
  }
}
