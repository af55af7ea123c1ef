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
 * An open folder of this machine. Files and folders below are opened from the open folder, name by
 * name, so that nobody can exchange a part of the path meanwhile. A folder is checked by {@link
 * LinkRule} after it is open. Java does not tell which file was opened, so a file is opened without
 * following links. The only exception is a link of root's in a folder of root's: only root can
 * exchange anything there, so the check by name is enough.
 *
 * <p>Opening a FIFO in Java waits until somebody writes to the FIFO. A user who replaces a file by
 * a FIFO between the check and the opening makes the reading thread wait.
 *
 * @param path the path of the folder, for messages
 */
record OpenFolder(SecureDirectoryStream<Path> stream, Path path) implements Closeable {
  private static final LinkOption[] FOLLOWED = {};
  private static final LinkOption[] UNFOLLOWED = {LinkOption.NOFOLLOW_LINKS};

  /** Opens the folder at the path. The path may contain any links. The caller closes the folder. */
  @SuppressWarnings("StreamResourceLeak")
  static OpenFolder at(Path path) throws IOException {
    DirectoryStream<Path> opened = Files.newDirectoryStream(path);
    if (opened instanceof SecureDirectoryStream<Path> secure) {
      return new OpenFolder(secure, path);
    }
    opened.close();
    throw new IOException(path + ": this machine cannot open a file from an open directory");
  }

  /**
   * Opens the folder at a relative path below this folder, and closes this folder. For an empty
   * path it returns this folder, still open.
   */
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

  /** Opens the file of that name for reading. The caller closes the channel. */
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

  /**
   * Returns the attributes of the file or folder of that name. For a link it returns the attributes
   * of the link's target, where {@link LinkRule} allows the link.
   */
  PosixFileAttributes attributes(String name) throws IOException {
    PosixFileAttributes here = unfollowed(name);
    if (!here.isSymbolicLink()) {
      return here;
    }
    PosixFileAttributes there = attributes(name, FOLLOWED);
    requireFollowed(name, here, there);
    return there;
  }

  /** Returns the attributes of the file or folder of that name, or of the link itself. */
  PosixFileAttributes unfollowed(String name) throws IOException {
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

  /**
   * Refuses a link that {@link LinkRule} forbids, and a link that was exchanged since {@code link}
   * was read. Does nothing where {@code link} describes no link.
   */
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

  /** An action with the name of a file or folder in this folder. */
  @FunctionalInterface
  private interface Named<T> {
    T with(Path name) throws IOException;
  }

  /** Runs the action with the name. The exception of a failed action carries the full path. */
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
