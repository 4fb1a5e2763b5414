#!/bin/sh
# Builds the image and replaces the two apps of compose.yaml in turn, so one is always running. Stops if a new app does not become ready; the other
# keeps running the old version. To roll back: JOINERY_TAG=previous-tag deploy/replace.sh --no-build
set -eu
cd "$(dirname "$0")/.."

# The image has no .git.
export COMMIT="${COMMIT:-$(git rev-parse --short=12 HEAD 2>/dev/null || true)}"

case "${1:-}" in
  '') docker compose build ;;
  --no-build) ;;
  *) echo "Usage: deploy/replace.sh [--no-build]" >&2; exit 2 ;;
esac
# Otherwise Compose builds a missing image, and an earlier tag gets the code of this folder.
for app in app-a app-b; do
  docker compose up --no-build --detach --no-deps --wait --wait-timeout 900 "$app"
done
# Replaces proxy and database if their configuration changed.
docker compose up --no-build --detach --wait
