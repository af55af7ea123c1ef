package io.quorate.playground.sets;

import io.quorate.lab.image.ChartImage;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hook of each pod takes its member out of the membership, and its entry point deletes data.
 * The template is mended by the command of the advice, each member is replaced, and a restart loses
 * nobody any more.
 */
final class BitnamiChart implements SetScenario {
  private static final Pattern PATCH = Pattern.compile("kubectl patch .*?-p '[^']*'");

  /** The uid and the container of each pod: a restart would show in one of them. */
  private static final String RUNS =
      "jsonpath={range .items[*]}{.metadata.name} {.metadata.uid}"
          + " {.status.containerStatuses[*].containerID}; {end}";

  @Override
  public String name() {
    return "bitnami";
  }

  @Override
  public String sentence() {
    return "a set whose hook takes each stopped member out, adopted by replacing one after another";
  }

  @Override
  public Layout layout(Site site) throws IOException, InterruptedException {
    return Layout.chart(site);
  }

  @Override
  public void play(SetScene scene) throws IOException, InterruptedException {
    scene.kubectl("annotate", "--overwrite", "statefulset", "etcd", scene.paused());
    scene.refused("its preStop hook removes the member", "rolling-restart");
    scene.refused("its preStop hook removes the member", "adopt");
    String runs = scene.kubectl("get", "pods", "-o", RUNS);
    scene.shell(patch(scene.advice("stop-loses-member")));
    scene.apply(Layout.mendedChart(scene.site()).yaml());
    scene.kubectl("annotate", "statefulset", "etcd", "quorate.io/applier-paused-");
    scene.keepTemplates();
    scene.passes(5);
    scene.demandSame(runs, scene.kubectl("get", "pods", "-o", RUNS));
    scene.tell("the template is mended, which restarted nobody");

    scene.refused("quorate start adopt payments", "rolling-restart");
    List<String> before = ids(scene);
    String roll = scene.approved("adopt");
    killAtTheFirstStop(scene);
    scene.ends(roll);
    scene.awaitWhole();
    List<String> after = ids(scene);
    scene.demand(after.size() == 3, "the members are " + after);
    scene.demand(after.stream().noneMatch(before::contains), before + " became " + after);
    String pods = scene.kubectl("get", "pods", "-o", "yaml");
    scene.demand(!pods.contains(ChartImage.HOOK), "a pod has the hook still");
    scene.tell("each member was replaced, and no pod has the hook any more");

    scene.carriedOut("rolling-restart", "--member", "etcd-1");
    scene.awaitWhole();
    scene.demandSame("" + after, "" + ids(scene));
    scene.tell("a restart takes nobody out");
  }

  /** The hook of the pod goes on, and the next product finds the member gone. */
  private static void killAtTheFirstStop(SetScene scene) throws IOException, InterruptedException {
    String deleted = "jsonpath={.items[*].metadata.deletionTimestamp}";
    scene
        .payments()
        .until(
            "the first pod to be deleted",
            () -> !scene.kubectl("get", "pods", "-o", deleted).isBlank());
    scene.restartProduct();
    scene.tell("Quorate was killed while the hook of a pod took its member out");
  }

  private static String patch(String advice) throws IOException {
    Matcher command = PATCH.matcher(advice);
    if (!command.find()) {
      throw new IOException("no command is in: " + advice);
    }
    return command.group();
  }

  /** The ids of the members, in their order. */
  private static List<String> ids(SetScene scene) throws IOException, InterruptedException {
    return Arrays.stream(scene.etcdctl(0, "member list").strip().split("\n"))
        .map(line -> line.split(",")[0])
        .sorted()
        .toList();
  }
}
