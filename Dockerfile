# The command line in a small image. docs/ci.md shows how to run it without a network and with a read-only file system.
FROM --platform=$BUILDPLATFORM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY scripts/prepare.mjs scripts/
RUN npm ci
COPY . .
RUN node scripts/build.mjs && node scripts/release/command.mjs /command

FROM alpine:3.22
# git is for --since only.
RUN apk add --no-cache git nodejs \
  && printf '#!/bin/sh\nexec node /opt/endpoints/endpoints.cjs "$@"\n' > /usr/local/bin/endpoints \
  && chmod 755 /usr/local/bin/endpoints
COPY --from=build /command /opt/endpoints
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["endpoints"]
CMD ["--help"]
