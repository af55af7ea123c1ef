package io.quorate.configuration;

/** Reads a written value. */
@FunctionalInterface
interface Reading<T> {
  T read(Scalar scalar) throws Wrong;
}
