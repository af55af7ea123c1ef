package io.quorate.playground.killing;

import java.nio.file.Path;

/**
 * What to start as the worker.
 *
 * @param main its main class; takes the configuration and the points where it is to be killed
 * @param log its standard error is appended here
 */
public record WorkerProgram(Class<?> main, Path configuration, Path log) {}
