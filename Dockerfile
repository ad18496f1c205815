# The publication as an image: built in one stage, served in another that has neither the tools nor npm's cache.
# The Node of all stages is the one that package.json pins.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
# The last stage's base: `node`, or `with-postgresql`, which has the programs that back up PostgreSQL 15 to 17.
ARG BASE=node
ARG POSTGRESQL_BASE=node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe

FROM ${NODE_IMAGE} AS node

FROM ${POSTGRESQL_BASE} AS with-postgresql
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client-17 && rm -rf /var/lib/apt/lists/*

FROM node AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts
COPY . .
RUN node scripts/build.mjs

# What the server finds in node_modules; everything else of its packages is in its bundle, see docs/decisions/0009.
FROM node AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image's own Node serves, so the packaged one is left out.
RUN npm ci --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-* node_modules/.bin

FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=modules /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json publication.json ./
COPY demo ./demo
# The image's own user without rights. The code belongs to root: the process writes below DATA_DIR only.
# A volume for /data/backups gets its owner from here.
RUN mkdir --mode=0700 /data /data/backups && chown node:node /data /data/backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The supervisor: it takes signals, and restarts a server that dies.
CMD ["node", "dist/server/main.js"]
