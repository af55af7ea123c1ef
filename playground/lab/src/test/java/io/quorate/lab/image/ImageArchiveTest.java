package io.quorate.lab.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.lab.machine.Command;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageArchiveTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path folder;

  @Test
  void an_image_has_programs_with_all_shared_libraries() throws Exception {
    Path archive = written("one");

    tar("-xf", archive.toString());
    assertThat(tar("-tf", folder.resolve("layer.tar").toString()))
        .contains("./usr/bin/sleep\n")
        .contains("/libc.so.6\n");
  }

  @Test
  void an_archive_has_a_manifest_with_name_entry_point_and_digest_of_the_layer() throws Exception {
    tar("-xf", written("one").toString());

    JsonNode manifest = json("manifest.json").get(0);
    JsonNode image = json(manifest.get("Config").asText());
    String sum =
        Command.of("sha256sum", folder.resolve("layer.tar").toString()).outputWithin(LIMIT);
    assertThat(manifest.get("RepoTags").get(0).asText()).isEqualTo("quorate.test/sleep:1");
    assertThat(image.get("config").get("Entrypoint").get(1).asText()).isEqualTo("infinity");
    assertThat(image.get("rootfs").get("diff_ids").get(0).asText())
        .isEqualTo("sha256:" + sum.split(" ")[0]);
  }

  @Test
  void the_same_programs_make_the_same_layer() throws Exception {
    tar("-xf", written("one").toString());
    JsonNode first = json("config.json");
    tar("-xf", written("another").toString());

    assertThat(json("config.json")).isEqualTo(first);
  }

  @Test
  void aFolderOfAnImageKeepsLinksAndGetsMissingLibraries() throws Exception {
    Path programs = Files.createDirectories(folder.resolve("programs"));
    Files.copy(
        Path.of("/usr/bin/sleep"), programs.resolve("sleep"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.createSymbolicLink(programs.resolve("rest"), Path.of("sleep"));
    var image = ImageArchive.in(folder.resolve("tree"));

    image.addFolder("opt/programs", programs);

    assertThat(Files.readSymbolicLink(folder.resolve("tree/opt/programs/rest")))
        .isEqualTo(Path.of("sleep"));
    image.write("quorate.test/sleep:1", Map.of(), folder.resolve("folder.tar"));
    tar("-xf", folder.resolve("folder.tar").toString());
    assertThat(tar("-tf", folder.resolve("layer.tar").toString())).contains("/libc.so.6\n");
  }

  private Path written(String name) throws Exception {
    var image = ImageArchive.in(folder.resolve(name));
    image.add("usr/bin", Map.of("sleep", Path.of("/usr/bin/sleep")));
    Path archive = folder.resolve(name + ".tar");
    image.write(
        "quorate.test/sleep:1",
        Map.of("Entrypoint", List.of("/usr/bin/sleep", "infinity")),
        archive);
    return archive;
  }

  private String tar(String what, String archive) throws Exception {
    return Command.of("tar", what, archive).in(folder).outputWithin(LIMIT);
  }

  private JsonNode json(String name) throws Exception {
    return new ObjectMapper().readTree(folder.resolve(name).toFile());
  }
}
