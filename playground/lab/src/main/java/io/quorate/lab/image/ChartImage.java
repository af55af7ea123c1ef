package io.quorate.lab.image;

import io.quorate.lab.tools.ToolFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An image of etcd whose scripts change the membership, as those of Bitnami's image do: the hook
 * takes the member of its pod out, and the entry point deletes data that is no member's, takes the
 * place of an older member of its address, and joins as a voter. Written from what those do.
 */
public final class ChartImage {
  /** The hook, for the time before a pod ends. */
  public static final String HOOK = "/opt/bitnami/scripts/etcd/prestop.sh";

  private static final String ENTRY_POINT = "/opt/bitnami/scripts/etcd/entrypoint.sh";

  private ChartImage() {}

  /**
   * Writes the image.
   *
   * @param name with a tag
   */
  public static void write(String name, ToolFolder etcd, Path archive)
      throws IOException, InterruptedException {
    var image = ImageArchive.in(archive.resolveSibling(archive.getFileName() + ".tree"));
    image.add("usr/bin", KeeperImage.tools());
    image.add(
        "usr/local/bin",
        etcd.tool().programs().stream()
            .collect(Collectors.toMap(program -> program, etcd::program)));
    image.addScript(HOOK.substring(1), COMMON + REMOVE);
    image.addScript(ENTRY_POINT.substring(1), COMMON + START);
    image.write(name, Map.of("Entrypoint", List.of(ENTRY_POINT)), archive);
  }

  /** Beginning of both scripts: the client URLs of all other members, and the id of this one. */
  private static final String COMMON =
      """
      #!/usr/bin/bash
      others=
      for one in ${ETCD_INITIAL_CLUSTER//,/ }; do
        [ "${one%%=*}" = "$ETCD_NAME" ] || others+="${others:+,}http://${one%%=*}.$ETCD_CLUSTER_DOMAIN:2379"
      done
      ctl() { etcdctl --endpoints="$others" --command-timeout=5s "$@"; }
      me() { ctl member list | grep -w "$ETCD_INITIAL_ADVERTISE_PEER_URLS" | cut -d, -f1; }
      """;

  private static final String REMOVE =
      """
      ctl member remove "$(me)"
      """;

  /** A new cluster is begun where nobody else answers. */
  private static final String START =
      """
      if ctl endpoint health >/dev/null 2>&1; then
        if [ -n "$(ls -A "$ETCD_DATA_DIR" 2>/dev/null)" ] && [ -z "$(me)" ]; then
          rm -rf "$ETCD_DATA_DIR"
        fi
        if [ -z "$(ls -A "$ETCD_DATA_DIR" 2>/dev/null)" ]; then
          [ -z "$(me)" ] || ctl member remove "$(me)"
          until told=$(ctl member add "$ETCD_NAME" --peer-urls="$ETCD_INITIAL_ADVERTISE_PEER_URLS"); do
            sleep 5
          done
          export $(printf '%s' "$told" | grep '^ETCD_INITIAL_CLUSTER' | tr -d '"')
        fi
      fi
      exec etcd
      """;
}
