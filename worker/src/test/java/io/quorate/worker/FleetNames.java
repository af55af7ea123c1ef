package io.quorate.worker;

import io.quorate.lab.fleet.FleetCertificate;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.stream.Stream;

/** Resolver of the names of a fleet's members; other names go to Java's own resolver. */
public final class FleetNames extends InetAddressResolverProvider {
  @Override
  public InetAddressResolver get(Configuration configuration) {
    return new Names(configuration.builtinResolver());
  }

  @Override
  public String name() {
    return "fleet";
  }

  private record Names(InetAddressResolver others) implements InetAddressResolver {
    @Override
    public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
        throws UnknownHostException {
      if (!host.endsWith(FleetCertificate.DOMAIN)) {
        return others.lookupByName(host, policy);
      }
      String address =
          host.substring(0, host.length() - FleetCertificate.DOMAIN.length()).replace('-', '.');
      return Stream.of(InetAddress.getByAddress(host, InetAddress.getByName(address).getAddress()));
    }

    @Override
    public String lookupByAddress(byte[] address) throws UnknownHostException {
      return others.lookupByAddress(address);
    }
  }
}
