package io.quorate.configuration;

/** How a written value becomes a value of ours. */
@FunctionalInterface
interface Reading<T> {
  T read(Scalar scalar) throws Wrong;
}
