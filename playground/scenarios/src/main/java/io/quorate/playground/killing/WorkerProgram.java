package io.quorate.playground.killing;

import io.quorate.playground.product.ProductClasses;
import java.io.File;
import java.nio.file.Path;
import java.util.List;

/**
 * The program to start as the worker.
 *
 * @param main its main class; takes the configuration and the points where the worker is to be
 *     killed
 * @param log its standard error is appended here
 * @param build class files of another build, searched before those of this process; empty when the
 *     worker is of this build
 */
public record WorkerProgram(Class<?> main, Path configuration, Path log, List<Path> build) {
  public WorkerProgram {
    build = List.copyOf(build);
  }

  /** Creates the program of this build's worker. */
  public WorkerProgram(Class<?> main, Path configuration, Path log) {
    this(main, configuration, log, List.of());
  }

  WorkerProgram of(List<Path> other) {
    return new WorkerProgram(main, configuration, log, other);
  }

  /** Returns the options of the JVM that say where the worker's classes are. */
  List<String> classes() {
    if (build.isEmpty()) {
      return ProductClasses.here().options();
    }
    StringBuilder path = new StringBuilder();
    build.forEach(first -> path.append(first).append(File.pathSeparatorChar));
    return List.of("-cp", path.append(System.getProperty("java.class.path")).toString());
  }
}
