package io.quorate.kubernetes;

import io.quorate.datadir.file.LinkRule;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.file.ReadOnlyFile;
import io.quorate.shell.Facts;
import io.quorate.shell.Script;
import io.quorate.shell.Shell;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A directory of a container, read by scripts. Each question is one start of a program. */
final class PodDirectory implements ReadOnlyDirectory {
  private static final Duration LIMIT = Duration.ofSeconds(15);
  private static final int MOST_OF_A_LISTING = 16 << 20;
  private static final Script IN_USE = PodReading.script("in-use");
  private static final Script PECULIARITIES =
      new Script("peculiarities", Script.part("peculiarities"));

  private final String root;
  private final String pod;
  private final Shell shell;
  private final PodReading reading;

  PodDirectory(String root, String pod, Shell shell, PodReading reading) {
    if (!root.startsWith("/")) {
      throw new IllegalArgumentException("\"" + root + "\" is no absolute path");
    }
    this.root =
        root.length() > 1 && root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
    this.pod = pod;
    this.shell = shell;
    this.reading = reading;
  }

  @Override
  public List<Entry> list(String folder) throws IOException {
    return listAll(List.of(folder))
        .getFirst()
        .orElseThrow(() -> new NoSuchFileException(at(folder)));
  }

  @Override
  public List<Optional<List<Entry>>> listAll(List<String> folders) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("list", "0"));
    for (String folder : folders) {
      arguments.addAll(PodLook.parts(root, folder));
      arguments.add("");
    }
    var look = new PodLook(reading.bytes(PodReading.LOOK, arguments, MOST_OF_A_LISTING));
    List<Optional<List<Entry>>> listed = new ArrayList<>();
    for (String folder : folders) {
      Optional<PodLook.Folder> seen = look.folder(PodLook.parts(root, folder));
      listed.add(seen.isPresent() ? Optional.of(entries(seen.get())) : Optional.empty());
    }
    return listed;
  }

  private List<Entry> entries(PodLook.Folder folder) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (PodLook.Listed each : folder.names()) {
      boolean follow = each.type() == 'l' && LinkRule.isReadByEtcd(each.name());
      entries.add(follow ? behind(folder, each) : each.entry());
    }
    entries.sort(Comparator.comparing(Entry::name));
    return entries;
  }

  /** The entry for a link of a name that etcd reads; a look at each, because there are few. */
  private Entry behind(PodLook.Folder folder, PodLook.Listed link) throws IOException {
    String path = folder.path() + "/" + link.name();
    List<String> arguments = List.of("list", "0", path, "");
    var look = new PodLook(reading.bytes(PodReading.LOOK, arguments, MOST_OF_A_LISTING));
    try {
      FileAttributes there = FileAttributes.of(path, look.next());
      FileAttributes to = there.followed(path, folder.attributes(), look.next());
      Kind kind = to.isFile() ? Kind.FILE : to.isFolder() ? Kind.FOLDER : Kind.OTHER;
      return new Entry(link.name(), kind, to.isFile() ? to.bytes() : 0);
    } catch (NoSuchFileException nothing) {
      return new Entry(link.name(), Kind.OTHER, 0);
    }
  }

  @Override
  public PodFile open(String path) throws IOException {
    List<String> parts = PodLook.parts(root, path);
    List<String> arguments = new ArrayList<>(List.of("open", Integer.toString(PodFile.HEAD)));
    arguments.addAll(parts);
    arguments.add("");
    var look =
        new PodLook(reading.bytes(PodReading.LOOK, arguments, PodFile.HEAD + MOST_OF_A_LISTING));
    FileAttributes seen = look.way(parts);
    String file = parts.getLast();
    if (!seen.isFile()) {
      throw new IOException(file + ": it is no file");
    }
    FileAttributes opened;
    try {
      opened = FileAttributes.of(file, look.next());
    } catch (IOException unreadable) {
      throw new AccessDeniedException(file);
    }
    if (!opened.file().equals(seen.file())) {
      throw LinkRule.exchanged(file);
    }
    return new PodFile(reading, file, opened, look.rest());
  }

  /**
   * Fetches the file to this machine first. Where this machine has no room, each read goes to the
   * pod.
   */
  @Override
  public ReadOnlyFile openWhole(String path) throws IOException {
    PodFile file = open(path);
    Optional<ReadOnlyFile> fetched = file.fetched();
    return fetched.isPresent() ? fetched.get() : file;
  }

  @Override
  public List<String> peculiarities() {
    return facts(
        PECULIARITIES, List.of(at(""), at("member"), at("member/wal"), at("member/snap")), "seen");
  }

  @Override
  public boolean inUse(String path) {
    return inUse(List.of(path));
  }

  @Override
  public boolean inUse(List<String> paths) {
    return !paths.isEmpty()
        && !facts(IN_USE, paths.stream().map(this::at).toList(), "used").isEmpty();
  }

  private List<String> facts(Script script, List<String> arguments, String name) {
    var ended = shell.run(script, arguments, Shell.Reply.NONE, LIMIT);
    return Facts.of(pod, ended.output()).all(name);
  }

  private String at(String path) {
    return path.isEmpty() ? root : root + "/" + path;
  }
}
