package io.quorate.lab.kubernetes;

import java.nio.file.Path;

/**
 * Files with the certificates of members, which are good for clients too.
 *
 * @param authority that signed the certificate
 */
public record EtcdCertificates(Path authority, Path certificate, Path key) {}
