package io.quorate.slack;

import java.time.Instant;

/**
 * The operation or incident that messages are about.
 *
 * @param id stands in the metadata of each message
 * @param since no message of it is older
 */
record Owner(String id, Instant since) {}
