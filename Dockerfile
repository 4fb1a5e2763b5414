# syntax=docker/dockerfile:1

# A tag can be moved, a digest cannot. `docker buildx imagetools inspect node:24.11.1-bookworm-slim --format '{{.Manifest.Digest}}'` prints
# the one of today, to be put behind both tags with an @ in between; docs/operations/deploying.md, "Containers".

# Everything, to build with.
FROM node:24.11.1-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Built in, and empty for the default: docker build --build-arg BASE_PATH=/join .
ARG BASE_PATH
# What the ready line names, as .git is not copied: docker build --build-arg COMMIT="$(git rev-parse --short=12 HEAD)" .
ARG COMMIT
RUN npm run build
# Only what the server loads: braintree-web is in the build already, and TypeScript is an optional peer that nothing asks for when it runs.
RUN npm pkg delete dependencies.braintree-web \
  && npm prune --omit=dev --omit=peer \
  && rm -rf node_modules/typescript

# What runs: the build and production dependencies. Operators' commands are words of the build: node build/server/index.js payments.
FROM node:24.11.1-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 0700 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
# Node takes memory as its heap's limit lets it, and the C library a pool for every thread: docs/operations/sizing.md, "Memory".
ENV NODE_ENV=production \
  NODE_OPTIONS=--max-old-space-size=384 \
  MALLOC_ARENA_MAX=2 \
  DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
# Alive, not ready: a store that is down for a minute is no reason to be restarted. Node asks, as the image has no curl.
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "build/server/index.js"]
