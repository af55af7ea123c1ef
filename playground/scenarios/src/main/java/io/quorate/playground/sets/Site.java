package io.quorate.playground.sets;

import io.quorate.lab.kubernetes.KubernetesLab;
import java.util.List;

/**
 * Where members are laid out.
 *
 * @param image that members begin with
 * @param addresses of Services, one for each member that there is or may be
 */
record Site(KubernetesLab lab, String namespace, String image, List<String> addresses) {
  /** The members at the start. */
  static final int MEMBERS = 3;

  Site {
    addresses = List.copyOf(addresses);
  }
}
