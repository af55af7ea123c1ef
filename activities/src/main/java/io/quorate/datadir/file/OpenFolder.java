package io.quorate.datadir.file;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * An open folder of this machine. What is below is opened from it, name by name, so that nobody can
 * lead the way elsewhere meanwhile. A folder is judged once it is open. What file was opened Java
 * does not tell, so a file is opened without following a link; only root's link in a folder of
 * root's, where nobody else can exchange anything, is judged by its name.
 *
 * <p>Java cannot open a file without waiting either. Who puts a FIFO in the place of a file,
 * between the look at it and its opening, keeps the reading thread until the FIFO is written to.
 *
 * @param path for messages
 */
record OpenFolder(SecureDirectoryStream<Path> stream, Path path) implements Closeable {
  private static final LinkOption[] FOLLOWED = {};
  private static final LinkOption[] UNFOLLOWED = {LinkOption.NOFOLLOW_LINKS};

  /** The folder at the path, which may lead over any link; who asked for it closes it. */
  @SuppressWarnings("StreamResourceLeak")
  static OpenFolder at(Path path) throws IOException {
    DirectoryStream<Path> opened = Files.newDirectoryStream(path);
    if (opened instanceof SecureDirectoryStream<Path> secure) {
      return new OpenFolder(secure, path);
    }
    opened.close();
    throw new IOException(path + ": this machine cannot open a file from an open directory");
  }

  /** Goes down a way of names with slashes, and closes this folder. */
  OpenFolder into(String way) throws IOException {
    OpenFolder folder = this;
    for (String name : way.split("/")) {
      if (!name.isEmpty()) {
        try (OpenFolder above = folder) {
          folder = above.folder(name);
        }
      }
    }
    return folder;
  }

  private OpenFolder folder(String name) throws IOException {
    PosixFileAttributes here = unfollowed(name);
    SecureDirectoryStream<Path> opened =
        named(
            name,
            each -> stream.newDirectoryStream(each, here.isSymbolicLink() ? FOLLOWED : UNFOLLOWED));
    boolean kept = false;
    try {
      requireFollowed(
          name, here, opened.getFileAttributeView(PosixFileAttributeView.class).readAttributes());
      kept = true;
      return new OpenFolder(opened, path.resolve(name));
    } finally {
      if (!kept) {
        opened.close();
      }
    }
  }

  /** Opens a file for reading. */
  FileChannel file(String name) throws IOException {
    PosixFileAttributes here = unfollowed(name);
    if (!attributes(name).isRegularFile()) {
      throw new IOException(path.resolve(name) + " is no file");
    }
    Set<OpenOption> options =
        here.isSymbolicLink()
            ? Set.of(StandardOpenOption.READ)
            : Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    SeekableByteChannel opened = named(name, each -> stream.newByteChannel(each, options));
    boolean kept = false;
    try {
      requireFollowed(name, here, attributes(name));
      kept = true;
      return (FileChannel) opened;
    } finally {
      if (!kept) {
        opened.close();
      }
    }
  }

  List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    try {
      for (Path each : stream) {
        names.add(String.valueOf(each.getFileName()));
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return names;
  }

  /** What has that name here, or what the link of that name leads to. */
  PosixFileAttributes attributes(String name) throws IOException {
    PosixFileAttributes here = unfollowed(name);
    if (!here.isSymbolicLink()) {
      return here;
    }
    PosixFileAttributes there = attributes(name, FOLLOWED);
    requireFollowed(name, here, there);
    return there;
  }

  private PosixFileAttributes unfollowed(String name) throws IOException {
    return attributes(name, UNFOLLOWED);
  }

  private PosixFileAttributes attributes(String name, LinkOption... options) throws IOException {
    return named(
        name,
        each ->
            stream
                .getFileAttributeView(each, PosixFileAttributeView.class, options)
                .readAttributes());
  }

  /** Requires of a link that it may be followed to what is there, and is the same link still. */
  private void requireFollowed(String name, PosixFileAttributes link, PosixFileAttributes there)
      throws IOException {
    if (!link.isSymbolicLink()) {
      return;
    }
    String full = path.resolve(name).toString();
    var folder = stream.getFileAttributeView(PosixFileAttributeView.class).readAttributes();
    LinkRule.require(
        full,
        new LinkRule.Owners(
            link.owner().getName(), folder.owner().getName(), there.owner().getName()),
        there.isRegularFile());
    if (!Objects.equals(link.fileKey(), unfollowed(name).fileKey())) {
      throw LinkRule.exchanged(full);
    }
  }

  /** Something that is done with a name in this folder. */
  @FunctionalInterface
  private interface Named<T> {
    T with(Path name) throws IOException;
  }

  /** What is done with the name; a failure has the whole path. */
  private <T> T named(String name, Named<T> action) throws IOException {
    String full = path.resolve(name).toString();
    try {
      return action.with(Path.of(name));
    } catch (NoSuchFileException e) {
      throw new NoSuchFileException(full);
    } catch (NotDirectoryException e) {
      throw new NotDirectoryException(full);
    } catch (AccessDeniedException e) {
      throw new AccessDeniedException(full);
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
