package io.quorate.lab.kubernetes;

import io.quorate.lab.image.ChartImage;
import io.quorate.lab.image.ImageArchive;
import io.quorate.lab.image.KeeperImage;
import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The images of the lab, each made when it is asked for first.
 *
 * @param folder of the archives
 */
record Images(Path folder) {

  /** The image with the tools that work on a member's files. It keeps the network of pods too. */
  static final String KEEPER = "quorate.test/keeper:1";

  /** Returns the name of the image with a release of etcd and its tools, and without a shell. */
  static String etcd(String version) {
    return "quorate.test/etcd:" + version;
  }

  Path etcd(ToolFolder etcd) throws IOException, InterruptedException {
    Path archive = folder.resolve(etcd.tool().folderName() + ".tar");
    if (!Files.exists(archive)) {
      var image = ImageArchive.in(folder.resolve(etcd.tool().folderName()));
      image.add(
          "usr/local/bin",
          etcd.tool().programs().stream().collect(Collectors.toMap(name -> name, etcd::program)));
      image.write(
          etcd(etcd.tool().version()),
          Map.of("Entrypoint", List.of("/usr/local/bin/etcd")),
          archive);
    }
    return archive;
  }

  /** Returns the name of the image of this release with the scripts of Bitnami's kind. */
  static String chart(String version) {
    return "quorate.test/bitnami/etcd:" + version;
  }

  Path chart(ToolFolder etcd) throws IOException, InterruptedException {
    Path archive = folder.resolve("chart-" + etcd.tool().folderName() + ".tar");
    if (!Files.exists(archive)) {
      ChartImage.write(chart(etcd.tool().version()), etcd, archive);
    }
    return archive;
  }

  Path keeper() throws IOException, InterruptedException {
    Path archive = folder.resolve("keeper.tar");
    if (!Files.exists(archive)) {
      Files.createDirectories(folder);
      KeeperImage.write(KEEPER, archive);
    }
    return archive;
  }
}
