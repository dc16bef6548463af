#!/bin/sh
# All tests with all of their draws, from a seed of the day; then mutations of src/ drawn from the same seed.
export FUZZ_SEED=${FUZZ_SEED:-$(date +%Y%m%d)}
echo "FUZZ_SEED=$FUZZ_SEED repeats what this run draws."
TESTS=all DRAWS=all npx vitest run "$@"
code=$?
npx tsx test/mutations/run.ts --seed "$FUZZ_SEED" || code=1
exit $code
