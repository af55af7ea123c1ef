package io.quorate.playground;

import io.quorate.execution.Guarded;
import io.quorate.operation.Phase;
import io.quorate.worker.Serving;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * A build of the product that says everything in other words, under the name of another release: in
 * every text constant of two words or more, each word is spelled backwards.
 */
final class RewordedBuild {
  /** The release that this build takes itself for. */
  static final String RELEASE = "0.0-reworded";

  /** A class of each module whose texts are for people; what adapters say is for machines. */
  private static final List<Class<?>> MODULES = List.of(Phase.class, Guarded.class, Serving.class);

  private static final List<String> ROOMS =
      List.of(
          "approval",
          "diagnosis",
          "execution",
          "observation",
          "operation",
          "plan",
          "recording",
          "runbook",
          "slack",
          "step",
          "worker",
          "workflow");

  private RewordedBuild() {}

  /**
   * Writes the build into this folder; returns its jar, which has to come first in a class path.
   */
  static Path in(Path folder) throws IOException {
    Path jar = Files.createTempFile(folder, "reworded-", ".jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, RELEASE);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (Class<?> module : MODULES) {
        copy(module, out);
      }
    }
    return jar;
  }

  private static void copy(Class<?> module, JarOutputStream out) throws IOException {
    Path classes = classesOf(module);
    if (Files.isDirectory(classes)) {
      copy(classes, out);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(classes)) {
        copy(jar.getPath("/"), out);
      }
    }
  }

  private static Path classesOf(Class<?> module) throws IOException {
    try {
      return Path.of(module.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException noPath) {
      throw new IOException(noPath);
    }
  }

  private static void copy(Path root, JarOutputStream out) throws IOException {
    for (String room : ROOMS) {
      Path folder = root.resolve("io/quorate").resolve(room);
      if (Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.filter(one -> one.toString().endsWith(".class")).toList()) {
            out.putNextEntry(new JarEntry(root.relativize(file).toString()));
            out.write(reworded(Files.readAllBytes(file)));
          }
        }
      }
    }
  }

  /** The class file with other texts in its constant pool; see chapter 4.4 of the JVM's rules. */
  private static byte[] reworded(byte[] file) {
    ByteBuffer in = ByteBuffer.wrap(file.clone()).position(8);
    int count = unsigned(in);
    int[] texts = new int[count];
    BitSet strings = new BitSet();
    for (int index = 1; index < count; index++) {
      switch (in.get()) {
        case 1 -> {
          texts[index] = in.position();
          skip(in, unsigned(in));
        }
        case 3, 4, 9, 10, 11, 12, 17, 18 -> skip(in, 4);
        case 5, 6 -> {
          skip(in, 8);
          index++;
        }
        case 8 -> strings.set(unsigned(in));
        case 15 -> skip(in, 3);
        default -> skip(in, 2);
      }
    }
    strings.stream().forEach(index -> reword(in.position(texts[index])));
    return in.array();
  }

  private static int unsigned(ByteBuffer in) {
    return in.getShort() & 0xffff;
  }

  private static void skip(ByteBuffer in, int bytes) {
    in.position(in.position() + bytes);
  }

  /** Every text keeps its length, so it is changed where it stands. */
  private static void reword(ByteBuffer at) {
    byte[] text = new byte[unsigned(at)];
    at.mark().get(text).reset();
    at.put(
        reworded(new String(text, StandardCharsets.ISO_8859_1))
            .getBytes(StandardCharsets.ISO_8859_1));
  }

  /** This text as the build says it. A format, or a word beyond ASCII, stays as it is. */
  static String reworded(String text) {
    if (!text.contains(" ")) {
      return text;
    }
    String[] words = text.split(" ", -1);
    for (int word = 0; word < words.length; word++) {
      if (words[word].chars().allMatch(c -> c != '%' && c < 0x80)) {
        words[word] = new StringBuilder(words[word]).reverse().toString();
      }
    }
    return String.join(" ", words);
  }
}
