package io.quorate.snapshots;

import io.quorate.port.Failure;
import java.util.Locale;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Why a call to S3 failed, as a sentence and by what may be done next. The sentences are made here
 * and repeat only S3's error code: a message of a server or of the SDK may hold anything.
 */
final class S3Trouble {
  private final S3Settings settings;

  S3Trouble(S3Settings settings) {
    this.settings = settings;
  }

  /** The failure of a call; the exception is not attached, because causes go into histories. */
  Failure of(SdkException e) {
    return switch (e) {
      case AwsServiceException answered -> answered(answered);
      case ApiCallTimeoutException slow -> new Failure.Transient(at("did not answer in time"));
      case ApiCallAttemptTimeoutException slow ->
          new Failure.Transient(at("did not answer in time"));
      default -> unanswered(e);
    };
  }

  private Failure answered(AwsServiceException e) {
    String code = code(e);
    return switch (code) {
      case "RequestTimeTooSkewed" ->
          new Failure.Fault(
              at("refused the time of this machine: its clock is wrong by more than 15 minutes")
                  + "; set it, by NTP");
      case "ExpiredToken", "TokenRefreshRequired" ->
          new Failure.Fault(at("says that the credentials have expired") + "; renew them");
      case "InvalidAccessKeyId", "XAdminUserNotFound" ->
          new Failure.Fault(
              at("does not know the access key") + "; look at snapshots.s3.credentialsFile");
      case "SignatureDoesNotMatch" ->
          new Failure.Fault(
              at("refused the signature: the secret key is not the access key's")
                  + "; look at snapshots.s3.credentialsFile");
      case "AuthorizationHeaderMalformed",
          "PermanentRedirect",
          "IllegalLocationConstraintException" ->
          wrongRegion(e);
      case "NoSuchBucket" ->
          new Failure.Refused(
              at("has no bucket " + settings.bucket()) + "; create it, or name another one");
      case "BadDigest", "InvalidDigest", "XAmzContentChecksumMismatch" ->
          new Failure.Transient(at("received other bytes than were sent (" + code + ")"));
      default -> byStatus(e, code);
    };
  }

  private Failure byStatus(AwsServiceException e, String code) {
    int status = e.statusCode();
    if (status == 301 || status == 307) {
      return wrongRegion(e);
    }
    if (status == 401 || status == 403) {
      return new Failure.Fault(
          at("does not allow it (" + code + ")")
              + "; the credentials need s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject"
              + " and s3:AbortMultipartUpload below the prefix");
    }
    if (status == 404) {
      return new Failure.Refused(at("has no such bucket or object (" + code + ")"));
    }
    if (status == 429 || status >= 500) {
      return new Failure.Transient(at("is not available now (" + status + " " + code + ")"));
    }
    if (status == 409 || status == 412) {
      return new Failure.Transient(at("was written by somebody else just now (" + code + ")"));
    }
    return new Failure.Refused(at("refused the request (" + status + " " + code + ")"));
  }

  private Failure wrongRegion(AwsServiceException e) {
    String right =
        Optional.ofNullable(e.awsErrorDetails())
            .map(details -> details.sdkHttpResponse())
            .flatMap(response -> response.firstMatchingHeader("x-amz-bucket-region"))
            .filter(region -> region.matches("[a-z0-9-]{1,40}"))
            .map(region -> "write " + region)
            .orElse("write the region of the bucket");
    return new Failure.Fault(
        at("is not in the region " + settings.region()) + "; " + right + " in snapshots.s3.region");
  }

  /** S3's error code, without anything that is no code. */
  private static String code(AwsServiceException e) {
    String code =
        Optional.ofNullable(e.awsErrorDetails())
            .map(details -> details.errorCode())
            .orElse("no code");
    return code.matches("[A-Za-z0-9. ]{1,60}") ? code : "an unreadable code";
  }

  /** Whether the answer says that there is no such object, and the bucket may well be there. */
  static boolean isMissing(AwsServiceException e) {
    return e.statusCode() == 404 && !code(e).equals("NoSuchBucket") && !isStranger(e);
  }

  private static boolean isStranger(AwsServiceException e) {
    return code(e).equals("XAdminUserNotFound");
  }

  /** Whether the answer says that the name is taken, or is being taken at this moment. */
  static boolean isTaken(AwsServiceException e) {
    return e.statusCode() == 412 || e.statusCode() == 409;
  }

  private Failure unanswered(SdkException e) {
    String said = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    if (said.contains("credentials")) {
      return new Failure.Fault(
          at("cannot be used: no credentials were found")
              + "; name a file in snapshots.s3.credentialsFile, or give the process AWS's own");
    }
    if (said.contains("checksum")) {
      return new Failure.Transient(at("sent other bytes than it keeps: a checksum differs"));
    }
    String why =
        Optional.ofNullable(e.getCause())
            .map(cause -> cause.getClass().getSimpleName())
            .orElse(e.getClass().getSimpleName());
    return new Failure.Transient(at("cannot be reached (" + why + ")"));
  }

  private String at(String what) {
    return settings.words()
        + settings.endpoint().map(endpoint -> " at " + endpoint.getAuthority()).orElse("")
        + " "
        + what;
  }
}
