# The server with the built app. Runs as a user without rights, on a file system that may be read-only: it writes to
# DATA_DIR and /tmp alone, and scripts/archive.ts to ARCHIVE_DIR.

FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund

FROM packages AS build
COPY . .
# The app's settings are built in: --build-arg VITE_LAOS=true.
ARG VITE_LAOS VITE_API_ORIGIN VITE_API_EXTENSIONS VITE_PAYTIMZ_MINIMUM VITE_TRUELINK_KEY VITE_CHAT_ORIGIN VITE_APP_SCHEMES
RUN node scripts/with-packages.mjs build

FROM packages AS production
RUN npm prune --omit=dev --no-audit --no-fund

FROM node:22-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data ARCHIVE_DIR=/books HOST=0.0.0.0
WORKDIR /app
COPY --from=production /app/node_modules node_modules
COPY package.json tsconfig.json ./
COPY src src
COPY server server
COPY scripts/migrate.ts scripts/archive.ts scripts/
COPY --from=build /app/dist dist
# A new volume that is mounted here takes over the folder's owner.
RUN install -d -o node -g node -m 700 /data /books
VOLUME /data
USER node
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=4s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/api/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--import", "tsx", "server/main.ts"]
