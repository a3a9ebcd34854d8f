# Stage 1 installs the locked dependencies; stage 2 is what runs, with no pip cache and no tools.
FROM docker.io/library/python:3.13-slim-trixie AS build
COPY requirements.txt /tmp/requirements.txt
RUN python3 -m venv --without-pip /opt/nim \
    && python3 -m pip --python /opt/nim/bin/python install --no-cache-dir --no-compile \
       --disable-pip-version-check --require-hashes --requirement /tmp/requirements.txt \
    && /opt/nim/bin/python -m compileall -q /opt/nim/lib

FROM docker.io/library/python:3.13-slim-trixie
LABEL org.opencontainers.image.title="Nim move service" \
      org.opencontainers.image.description="Who wins a Nim position, and with which moves." \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /opt/nim /opt/nim
COPY gunicorn.conf.py openapi.yaml LICENSE /srv/nim/
COPY service /srv/nim/service
RUN ["/opt/nim/bin/python", "-m", "compileall", "-q", "/srv/nim/service"]
WORKDIR /srv/nim
USER 65532:65532
ENV HOST=0.0.0.0 \
    PORT=8000 \
    PATH=/opt/nim/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s --retries=3 \
    CMD ["python", "-m", "service.serving.healthcheck"]
CMD ["gunicorn"]
