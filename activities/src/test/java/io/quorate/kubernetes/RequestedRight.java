package io.quorate.kubernetes;

import io.quorate.kubernetes.FakeApiServer.Request;
import io.quorate.kubernetes.Right.Objects;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The right that an API server demands for a request, by the method and the path. */
record RequestedRight(String verb, String resource, Objects objects) {
  static RequestedRight of(Right right) {
    return new RequestedRight(
        right.verb(),
        right.resource() + (right.group().isEmpty() ? "" : "." + right.group()),
        right.objects());
  }

  /** The rights for a request; none where everybody may send the request. */
  static Stream<RequestedRight> of(Request request) {
    URI uri = URI.create(request.uri());
    var path = new ArrayList<>(List.of(uri.getPath().substring(1).split("/")));
    String group = path.removeFirst().equals("api") ? "" : "." + path.removeFirst();
    path.removeFirst();
    if (group.equals(".authorization.k8s.io") || group.equals(".authentication.k8s.io")) {
      return Stream.empty();
    }
    boolean namespaced = path.getFirst().equals("namespaces") && path.size() > 2;
    if (namespaced) {
      path.subList(0, 2).clear();
    }
    String name = path.size() > 1 ? path.get(1) : "";
    String resource = path.getFirst() + (path.size() > 2 ? "/" + path.get(2) : "") + group;
    Objects objects = objects(namespaced, resource, name);
    return verbs(request.method(), resource, name)
        .map(verb -> new RequestedRight(verb, resource, objects));
  }

  private static Stream<String> verbs(String method, String resource, String name) {
    return switch (method) {
      // Kubernetes from 1.35 on asks for both rights.
      case "GET" ->
          resource.equals("pods/exec")
              ? Stream.of("get", "create")
              : Stream.of(name.isEmpty() ? "list" : "get");
      case "POST" -> Stream.of("create");
      case "PUT" -> Stream.of("update");
      case "DELETE" -> Stream.of(name.isEmpty() ? "deletecollection" : "delete");
      default -> Stream.of("patch");
    };
  }

  private static Objects objects(boolean namespaced, String resource, String name) {
    if (!namespaced) {
      return name.equals(HoldPolicy.NAME) ? Objects.POLICY : Objects.ANYWHERE;
    }
    if (resource.startsWith("statefulsets") && !name.isEmpty()) {
      return Objects.SETS;
    }
    if (resource.startsWith("leases") && !name.isEmpty()) {
      return Objects.LEASE;
    }
    if (!resource.startsWith("pods") || name.isEmpty()) {
      return Objects.NAMESPACE;
    }
    return name.startsWith("quorate-keeper-") ? Objects.KEEPERS : Objects.MEMBERS;
  }
}
