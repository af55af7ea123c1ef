package io.quorate.lab.kubernetes;

import java.util.List;

/**
 * A process in a container, as the node's kernel has it. The API server may say something else.
 *
 * @param pid on this machine
 * @param pod the uid of the pod
 * @param container the id of the container, without the name of the runtime
 * @param command the program and its arguments
 */
public record ContainerProcess(long pid, String pod, String container, List<String> command) {

  public ContainerProcess {
    command = List.copyOf(command);
  }
}
