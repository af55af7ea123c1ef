# Images of docker-compose.yml that are made from this checkout, which is the build context:
#   quorate: worker, gateway and command line, as a user of its own
#   slack:   the playground's stand-in for Slack
FROM maven:3.9.11-eclipse-temurin-25@sha256:407c4423cec0cf2981055bc2c6c0dc211d9605b6669279b95997f2d1c7e91e2c AS build
WORKDIR /checkout
COPY . .
# The class path that the build writes names the libraries in Maven's folder.
RUN --mount=type=cache,target=/root/.m2/repository \
    mvn -q -B -ntp -Dmaven.test.skip=true -Denforcer.skip=true -pl worker,playground/lab -am package \
 && mkdir -p /opt/quorate/lib \
 && tr ':' '\n' <worker/target/classpath.txt | xargs -r cp -t /opt/quorate/lib \
 && cp worker/target/worker.jar activities/target/activities.jar workflows/target/workflows.jar \
      /opt/quorate \
 && cp playground/lab/target/lab.jar /opt

FROM eclipse-temurin:25.0.3_9-jre-noble@sha256:fbcf915c585659b30eb766ada4d6d7cfc9ec1040bf521e95bf61b10a25af73db AS java
# For the health check alone: the gateway speaks TLS.
RUN apt-get update && apt-get install -y --no-install-recommends curl && rm -rf /var/lib/apt/lists/*
# A fixed number, so that keys and volumes can be given to it; 1000 is somebody in many images.
RUN useradd --system --uid 10001 --user-group --home-dir /var/lib/quorate quorate \
 && install -d -o quorate -g quorate -m 700 /var/lib/quorate
COPY --from=build /opt/quorate/lib /opt/quorate/lib
USER 10001:10001

FROM java AS slack
COPY --from=build /opt/lab.jar /opt/quorate/lab.jar
# Without it everything is logged, as the libraries are those of the worker.
COPY worker/src/main/resources/logback.xml /opt/quorate/logback.xml
ENTRYPOINT ["java", "-XX:TieredStopAtLevel=1", "-Xmx128m", "-Dlogback.configurationFile=/opt/quorate/logback.xml", "-cp", "/opt/quorate/lab.jar:/opt/quorate/lib/*", "io.quorate.lab.slack.Main"]

FROM java AS quorate
COPY --from=build /opt/quorate/worker.jar /opt/quorate/activities.jar /opt/quorate/workflows.jar /opt/quorate/
COPY --chmod=755 playground/compose/quorate /usr/local/bin/quorate
ENV QUORATE_CONFIG=/etc/quorate/quorate.yml
ENTRYPOINT ["quorate"]
CMD ["serve"]
