package io.quorate.slack;

import java.time.Instant;

/**
 * Owner of messages: the operation or incident they are about.
 *
 * @param id stands in the metadata of each message
 * @param since no message of it is older
 */
record Owner(String id, Instant since) {}
