package io.quorate.kubernetes;

/** A container of a pod, in which programs are started. */
record PodPlace(String namespace, String pod, String container) {
  /** The pod in a sentence. */
  String name() {
    return "the pod " + namespace + "/" + pod;
  }

  /** The path of the pod at the API server. */
  String path() {
    return "/api/v1/namespaces/" + namespace + "/pods/" + pod;
  }
}
