package io.quorate.lab.machine;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Operations on whole folders that {@link Files} lacks. */
public final class Folders {

  private Folders() {}

  /** Deletes a folder with its contents, if it exists; follows no symbolic link. */
  public static void delete(Path folder) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.walkFileTree(folder, new Deleting());
    }
  }

  private static final class Deleting extends SimpleFileVisitor<Path> {

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
