# Krupier as a container: an unprivileged user, nothing of the system writable, everything that is kept in one volume.
# How to run it: docs/operations.md.

ARG BASE=python:3.13-slim
# What is downloaded: only this stage needs a network.
FROM ${BASE} AS downloads
WORKDIR /src
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
RUN python -m venv /opt/krupier && python -m venv /opt/build
COPY requirements.lock requirements-build.lock ./
RUN /opt/krupier/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock \
    && /opt/build/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements-build.lock

FROM downloads AS build
COPY pyproject.toml hatch_build.py README.md LICENSE .env.example ./
COPY bot bot
COPY rules rules
COPY storage storage
# The rules compiled: an image without them would be a mistake, so that it is not built.
RUN KRUPIER_RULES=compiled /opt/build/bin/pip wheel --no-deps --no-build-isolation --wheel-dir /opt/wheel . \
    && /opt/krupier/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps /opt/wheel/*.whl
# In another folder than the sources, so that Python imports the installed package.
WORKDIR /
RUN KRUPIER_RULES=compiled /opt/krupier/bin/krupier-rules about

FROM ${BASE}
RUN groupadd --gid 10001 krupier \
    && useradd --uid 10001 --gid 10001 --home-dir /var/lib/krupier --no-create-home --no-log-init \
        --shell /usr/sbin/nologin krupier \
    && install --directory --owner krupier --group krupier --mode 0700 /var/lib/krupier
COPY --from=build /opt/krupier /opt/krupier
ENV PATH=/opt/krupier/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    KRUPIER_DATABASE=/var/lib/krupier/krupier.sqlite3 \
    KRUPIER_METRICS=0.0.0.0:9464
# The number, because Kubernetes cannot tell from a name that a user is not root.
USER 10001:10001
WORKDIR /var/lib/krupier
VOLUME /var/lib/krupier
EXPOSE 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9464/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["krupier"]
