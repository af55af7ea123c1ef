package io.quorate.configuration;

import io.quorate.configuration.InvalidConfiguration.Problems;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads paths; relative ones are relative to the configuration file. */
record Paths(Path directory, Environment environment) {

  /** Context of a file outside its members. */
  Section.Context context(Problems problems) {
    return new Section.Context(problems, environment, Optional.empty());
  }

  Path path(Scalar scalar) throws Wrong {
    try {
      return directory.resolve(ValueParsers.text(scalar)).toAbsolutePath().normalize();
    } catch (InvalidPathException wrong) {
      throw new Wrong("'" + scalar.written() + "' is no path");
    }
  }

  /** A path that must be absolute, because etcd is given the same path. */
  Path absolute(Scalar scalar) throws Wrong {
    Path path = path(scalar);
    if (!ValueParsers.text(scalar).startsWith("/")) {
      throw new Wrong("'" + scalar.written() + "' is relative; write it in full, from /");
    }
    return path;
  }

  Path existing(Scalar scalar) throws Wrong {
    Path path = path(scalar);
    if (!environment.readable().test(path)) {
      throw new Wrong("there is no file " + path + " that can be read; create it, or correct this");
    }
    return path;
  }

  SecretFile secret(Scalar scalar) throws Wrong {
    return new SecretFile(existing(scalar));
  }
}
