#!/bin/sh
# tests/copy.sh DIR: the tree into the new folder DIR, with what is built but for the logs of other tests, which may be at work.
set -eu
cd "$(dirname "$0")/.."
BUILD=${BUILD:-build}
mkdir "$1" "$1/build"
tar -cf - --exclude=./.git --exclude="./$BUILD" . | tar -xf - -C "$1"
tar -C "$BUILD" -cf - --exclude=./formal --exclude=./lint --exclude=./rtl-test --exclude=./tests/cuda . | tar -xf - -C "$1/build"
