package io.quorate.kubernetes;

import java.io.OutputStream;

/**
 * Takes what comes of a program in a pod. None of these may wait for long.
 *
 * @param changed called when the program's status is known
 * @param closed called when nothing comes any more
 */
record PodOutputs(OutputStream output, OutputStream errors, Runnable changed, Runnable closed) {}
