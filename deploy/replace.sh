#!/bin/sh
# Builds the image and replaces the two apps of compose.yaml in turn, so that one is always there. Where the new one does not become ready it
# ends, and the other one goes on as it was: JOINERY_TAG=the-one-before deploy/replace.sh --no-build goes back.
set -eu
cd "$(dirname "$0")/.."

# The image has no .git to ask.
export COMMIT="${COMMIT:-$(git rev-parse --short=12 HEAD 2>/dev/null || true)}"

case "${1:-}" in
  '') docker compose build ;;
  --no-build) ;;
  *) echo "Usage: deploy/replace.sh [--no-build]" >&2; exit 2 ;;
esac
for app in app-a app-b; do
  docker compose up --detach --no-deps --wait --wait-timeout 120 "$app"
done
# What else changed: proxy and database are replaced where their part of compose.yaml did.
docker compose up --detach --wait
