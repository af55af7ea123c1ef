package io.quorate.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.quorate.cluster.MemberName;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Counts the keys of a member by prefix. A prefix that fills a page to its end is counted by one
 * request that returns no keys, and skipped; so a few pages cover a large database.
 */
final class KeyCensus {
  private static final int PAGE = 1_000;
  private static final int PAGES = 100;

  /** The byte 0: as a key the smallest one, as the end of a range "without end". */
  private static final ByteString ZERO = ByteString.copyFrom(new byte[1]);

  private final Exchange exchange;
  private final MemberName from;
  private final Map<KeyPrefix, Long> counts = new HashMap<>();

  KeyCensus(Exchange exchange, MemberName from) {
    this.exchange = exchange;
    this.from = from;
  }

  /** The prefixes with the most keys, the largest first. */
  Map<String, Long> largest(int limit) {
    Optional<ByteString> next = Optional.of(ZERO);
    for (int page = 0; page < PAGES && next.isPresent(); page++) {
      next = page(next.get());
    }
    Map<String, Long> largest = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<KeyPrefix, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(entry -> entry.getKey().toString()))
        .limit(limit)
        .forEach(entry -> largest.merge(entry.getKey().toString(), entry.getValue(), Long::sum));
    return Collections.unmodifiableMap(largest);
  }

  /** Counts one page; returns the start of the next page, empty after the last one. */
  private Optional<ByteString> page(ByteString start) {
    RangeResponse page =
        read(RangeRequest.newBuilder().setKey(start).setRangeEnd(ZERO).setLimit(PAGE));
    page.getKvsList().forEach(kv -> counts.merge(KeyPrefix.of(kv.getKey()), 1L, Long::sum));
    if (!page.getMore() || page.getKvsCount() == 0) {
      return Optional.empty();
    }
    ByteString last = page.getKvs(page.getKvsCount() - 1).getKey();
    KeyPrefix prefix = KeyPrefix.of(last);
    if (!prefix.isWhole()) {
      return Optional.of(last.concat(ZERO));
    }
    counts.put(prefix, all(prefix));
    return Optional.of(prefix.after());
  }

  private long all(KeyPrefix prefix) {
    return read(RangeRequest.newBuilder()
            .setKey(prefix.bytes())
            .setRangeEnd(prefix.after())
            .setCountOnly(true))
        .getCount();
  }

  private RangeResponse read(RangeRequest.Builder range) {
    RangeRequest request = range.setSerializable(true).setKeysOnly(true).build();
    Rpc<RangeResponse> rpc =
        new Rpc<>(
            "count its keys",
            Kind.LOCAL_READ,
            Rpc.LONG,
            line -> KVGrpc.newBlockingStub(line).range(request),
            answer -> Identity.of(answer.getHeader()));
    return exchange.read(from, rpc);
  }
}
