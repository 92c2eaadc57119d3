#!/bin/sh
# See that there is a Chromium for the browser tests: install Debian's where that is allowed.
set -u
for name in chromium chromium-browser google-chrome; do
  command -v "$name" >/dev/null 2>&1 && exit 0
done
if command -v apt-get >/dev/null 2>&1; then
  if [ "$(id -u)" -eq 0 ]; then run=""; elif sudo -n true 2>/dev/null; then run="sudo -n"; else run="-"; fi
  if [ "$run" != "-" ]; then
    echo "Installing Chromium for the browser tests (once) ..."
    $run apt-get update -qq >/dev/null 2>&1
    if DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq --no-install-recommends \
      chromium >/dev/null 2>&1; then
      exit 0
    fi
  fi
fi
echo "There is no Chromium, and it cannot be installed from here: the browser tests will fail." >&2
echo "Install it (Debian: apt-get install chromium), or leave them out: make test TESTS='-m \"not browser\" tests'" >&2
exit 0
