package io.quorate.datadir;

import io.quorate.lab.machine.Await;
import io.quorate.lab.machine.NotInTimeException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Changes of the membership, which etcd takes only once all voters have been connected for 5 s. */
final class Settled {
  private Settled() {}

  static void remove(RealData data, String id) throws IOException, InterruptedException {
    change(data, "member", "remove", id);
  }

  static void add(RealData data, String name, String peerUrl)
      throws IOException, InterruptedException {
    change(data, "member", "add", name, "--learner", "--peer-urls=" + peerUrl);
  }

  private static void change(RealData data, String... words)
      throws IOException, InterruptedException {
    var why = new Object[1];
    try {
      Await.until(String.join(" ", words), RealData.LIMIT, () -> done(data, why, words));
    } catch (NotInTimeException e) {
      throw new IOException(e.getMessage() + ": " + why[0]);
    }
  }

  private static boolean done(RealData data, @Nullable Object[] why, String... words)
      throws InterruptedException {
    try {
      data.ctl(words);
      return true;
    } catch (IOException e) {
      why[0] = e.getMessage();
      return String.valueOf(e.getMessage()).contains("not found");
    }
  }
}
