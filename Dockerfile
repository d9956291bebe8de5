# syntax=docker/dockerfile:1
# The site in one image: docker build -t academy . (docs/running.md tells how to run it).

# What runs in production, and no more: postinstall finds no schema to generate from and leaves.
FROM node:24-slim AS production-dependencies
WORKDIR /site
COPY package.json package-lock.json ./
COPY prisma/generate.ts prisma/
COPY deploy/trim-install.ts deploy/serving-files.ts deploy/
RUN npm ci --omit=dev --no-audit --no-fund && node deploy/trim-install.ts

FROM node:24-slim AS build
WORKDIR /site
COPY package.json package-lock.json ./
COPY prisma prisma
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-slim
WORKDIR /site
# pg_dump and pg_restore for `operate.ts backup` and `restore`, as new as the newest Postgres: Debian's own are older.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install -y --no-install-recommends postgresql-client-18 && rm -rf /var/lib/apt/lists/*
COPY --from=production-dependencies /site/node_modules node_modules
COPY package.json ./
COPY prisma/migrations prisma/migrations
# The start command, the operator's (docker exec academy node app/program/operate.ts help) and the ground floor they stand on; the rest
# of the site is in the build.
COPY app/program/start.ts app/program/operate.ts app/program/operator-usage.ts app/program/database-commands.ts app/program/
COPY app/platform app/platform
COPY content content
COPY --from=build /site/build build
# The embedded database, when no DATABASE_URL names another.
RUN mkdir -p /data && chown node:node /data
VOLUME /data
# Listening on this machine only, as the demo does elsewhere, would be listening inside the container only.
ENV NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0 PORT=3000
# As many processes as the container has cores, unless WEB_CONCURRENCY says otherwise (the demo: one). Few arenas of malloc and
# WebAssembly compiled once (Prisma's compiler of queries: compiled anew by the optimizing compiler as it grows hot it takes 60 MB more,
# and half a second) keep a process that idles small; the garbage collector's four settings keep one small that is busy, and its pauses short
# (docs/decisions/0021). Where each core has a process, one thread beside its main one is enough. npm run bench -- memory measures
# with these.
ENV MALLOC_ARENA_MAX=2
EXPOSE 3000
USER node
# Without a shell, so that SIGTERM reaches Node. Requests in flight get 10 s: stop with --stop-timeout 30 (docs/running.md).
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=100", "--no-separate-gc-phases", "--no-allocation-site-pretenuring", "--v8-pool-size=1", "--no-wasm-tier-up", "--no-wasm-dynamic-tiering", "app/program/start.ts"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
