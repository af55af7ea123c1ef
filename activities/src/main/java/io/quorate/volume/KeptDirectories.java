package io.quorate.volume;

import io.quorate.cluster.EtcdVersion;
import io.quorate.data.KeptDirectory;
import io.quorate.datadir.Depth;
import io.quorate.port.AsideDirectory;
import io.quorate.shell.Facts;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Directories that were set aside beside the data of a member, listed and read.
 *
 * @param binary the etcd that would be started, of the facts of {@link VolumeScript#INSPECT}
 */
public record KeptDirectories(
    Volume volume, Function<Facts, Optional<EtcdVersion>> binary, Readings readings) {
  /** All of them by their names, the oldest first. */
  public List<AsideDirectory> aside() {
    return aside(asides());
  }

  private Facts asides() {
    return volume.look(VolumeScript.ASIDES, List.of());
  }

  private static List<AsideDirectory> aside(Facts facts) {
    return facts.all("aside").stream()
        .map(fact -> fact.split("\t", 3))
        .filter(parts -> parts.length == 3)
        .map(KeptDirectories::aside)
        .sorted(
            Comparator.comparing((AsideDirectory one) -> one.since().orElse(Instant.EPOCH))
                .thenComparing(AsideDirectory::path))
        .toList();
  }

  /**
   * The data in each directory whose name says which operation set it aside, and of which member.
   */
  public List<KeptDirectory> read(Depth depth) {
    Facts asides = asides();
    List<AsideDirectory> aside = aside(asides);
    if (aside.isEmpty()) {
      return List.of();
    }
    Facts facts = volume.inspected();
    Optional<EtcdVersion> etcd = binary.apply(facts);
    Optional<String> log = DirectoryObservation.of(facts).log().map(DirectoryObservation.Log::path);
    return aside.stream()
        .filter(one -> one.operation().isPresent() && one.was().isPresent())
        .filter(one -> log.filter(own -> isOf(own, one)).isEmpty())
        .map(one -> kept(one, log, etcd, sums(asides, one, log), depth))
        .toList();
  }

  /** Whether this is what was set aside of the directory, by its name. */
  private static boolean isOf(String directory, AsideDirectory aside) {
    return aside.path().startsWith(directory + ".aside-");
  }

  /** The sums of data and log of an aside directory; empty where the host did not tell both. */
  private static Optional<String> sums(Facts asides, AsideDirectory aside, Optional<String> log) {
    Optional<String> data = sum(asides, aside.path());
    Optional<String> beside = log.map(own -> own + suffix(aside));
    Optional<String> ofLog = beside.flatMap(path -> sum(asides, path));
    return data.filter(any -> beside.isEmpty() || ofLog.isPresent())
        .map(one -> one + ofLog.orElse(""));
  }

  private static Optional<String> sum(Facts asides, String path) {
    return asides.all("aside-sum").stream()
        .filter(fact -> fact.endsWith("\t" + path))
        .map(fact -> fact.substring(0, fact.indexOf('\t')))
        .filter(VolumeReading::isSum)
        .findFirst();
  }

  private static String suffix(AsideDirectory aside) {
    return aside.path().substring(aside.path().lastIndexOf(".aside-"));
  }

  private KeptDirectory kept(
      AsideDirectory aside,
      Optional<String> log,
      Optional<EtcdVersion> etcd,
      Optional<String> sum,
      Depth depth) {
    KeptFiles data =
        KeptFiles.at(
            volume.host(), volume.directory(), aside.path(), log.map(own -> own + suffix(aside)));
    DataReading.Found found =
        readings
            .of(
                volume.member() + " " + aside.path(),
                sum.map(one -> VolumeReading.judgedBy(etcd) + one),
                depth,
                () -> data.read(etcd, depth))
            .found();
    return new KeptDirectory(
        volume.member(),
        aside.operation().orElseThrow(),
        aside.was().orElseThrow(),
        data.owner(),
        KeptFiles.damage(found),
        found.position());
  }

  private static AsideDirectory aside(String[] parts) {
    AsideName name = AsideName.of(parts[2]);
    return new AsideDirectory(
        parts[2],
        name.operation(),
        name.was(),
        VolumeReading.number(parts[0]).orElse(0L),
        VolumeReading.seconds(parts[1]));
  }
}
