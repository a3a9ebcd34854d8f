# Stage "build" installs the locked dependencies; the last stage runs the service, without pip or
# tools.
#
# The base is a tag here, so that a rebuild updates it. `make image BASE=…@sha256:…` uses a digest,
# as the release does.
FROM docker.io/library/python:3.15-slim-trixie AS build
# Any version of strip will do.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends binutils \
    && rm -rf /var/lib/apt/lists/*
COPY requirements/run.txt /tmp/requirements.txt
# Bytecode is validated by its source's hash, so that a build with another timestamp stays the same,
# and a copy with other times is not recompiled at each start.
RUN python3 -m venv --without-pip /opt/nim \
    && python3 -m pip --python /opt/nim/bin/python install --no-cache-dir --no-compile \
       --disable-pip-version-check --require-hashes --requirement /tmp/requirements.txt \
    && find /opt/nim/lib -name '*.so*' -exec strip --strip-unneeded {} + \
    && /opt/nim/bin/python -m compileall -q --invalidation-mode checked-hash /opt/nim/lib

FROM docker.io/library/python:3.15-slim-trixie
LABEL org.opencontainers.image.title="Nim move service" \
      org.opencontainers.image.description="Who wins a Nim position, and with which moves." \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/nim /opt/nim
COPY gunicorn.conf.py openapi.yaml LICENSE /srv/nim/
COPY docs/theory /srv/nim/docs/theory
COPY docs/games /srv/nim/docs/games
COPY service /srv/nim/service
# Only an intruder could use programs that install packages.
RUN /opt/nim/bin/python -m compileall -q --invalidation-mode checked-hash /srv/nim \
    && find / -xdev \( -path '*-packages/pip' -o -path '*-packages/pip-*' -o -path '*/ensurepip' \
    -o -name 'pip-*.whl' -o -path '*/bin/pip*' \) -prune -exec rm -rf {} +
WORKDIR /srv/nim
USER 65532:65532
# The commit that the image is built from, which `make image` passes.
ARG REVISION=
ENV NIM_REVISION=$REVISION \
    HOST=0.0.0.0 \
    PORT=8000 \
    PATH=/opt/nim/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=12s --start-period=10s --retries=3 \
    CMD ["python", "-S", "-m", "service.healthcheck"]
CMD ["python", "-m", "service"]
