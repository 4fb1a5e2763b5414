# syntax=docker/dockerfile:1

# To pin the base image, append @ and its digest to both tags (docs/operations/deploying.md, "Containers"). To print the digest:
# docker buildx imagetools inspect node:24.11.1-bookworm-slim --format '{{.Manifest.Digest}}'

FROM node:24.11.1-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Compiled into the build. If empty, the default: docker build --build-arg BASE_PATH=/join .
ARG BASE_PATH
# Logged at startup. .git is not copied: docker build --build-arg COMMIT="$(git rev-parse --short=12 HEAD)" .
ARG COMMIT
RUN npm run build
# Removes what the server never loads: braintree-web is bundled, and TypeScript is an optional peer dependency.
RUN npm pkg delete dependencies.braintree-web \
  && npm prune --omit=dev --omit=peer \
  && rm -rf node_modules/typescript

# Contains the build and production dependencies. Operators run commands as arguments: node build/server/index.js payments.
FROM node:24.11.1-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 0700 /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
# Limits Node's heap and the C library's memory pools (docs/operations/sizing.md, "Memory").
ENV NODE_ENV=production \
  NODE_OPTIONS="--max-old-space-size=384 --max-semi-space-size=8" \
  MALLOC_ARENA_MAX=2 \
  NODE_COMPILE_CACHE=/app/compile-cache \
  DATA_DIR=/data
# Compiles every module once, so that starts only load the result. Node uses it only with the same version, options, user and source.
# Belongs to root, like the code: a process that could write it could change what later starts run.
RUN install -d -o node compile-cache \
  && setpriv --reuid=node --regid=node --clear-groups node --input-type=module --eval \
    "for (const file of (await import('node:fs')).globSync('/app/build/server/assets/*.js')) await import(file)" \
  && chown -R root: compile-cache \
  && chmod -R u=rwX,go=rX compile-cache
USER node
VOLUME /data
EXPOSE 3000
# Checks /healthz, not /readyz: a short store outage must not restart the container. Uses Node because the image has no curl.
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "build/server/index.js"]
