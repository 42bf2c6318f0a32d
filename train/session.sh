#!/bin/sh
# A session of thirty minutes on one GPU, in calls that end by themselves within nine and a half minutes. Each begins from
# what the last one left in train/.data, and puts what is to be kept into the folder $OUT (eight files of 16 MiB at most).
#   sh train/session.sh 1   kernels proven; both branches of the comparison: lambda 0.9 and 0.95, 230 s each
#   sh train/session.sh 2   the better branch goes on: eight and a half minutes
#   sh train/session.sh 3   its end: the rate falls to nothing; the quick network from it
#   sh train/session.sh hour N   piece N of 7 of what one hour gives, from random weights (a folder of its own)
# REPORTED=file measures third-party rollouts at the end; nothing is chosen by them. TINY=--tiny tries it all on a CPU.
set -eu
cd "$(dirname "$0")/.."
OUT=${OUT:-train/.data/session}
STATE=${STATE:-train/.data}
PYTHON=${PYTHON:-python3}
REPORTED=${REPORTED:+--reported $REPORTED}
TINY=${TINY:-}
long() { if [ -n "$TINY" ]; then echo 4; else echo "$1"; fi; }
mkdir -p "$OUT"
export PYTHONUNBUFFERED=1

case "$1" in
1)
    [ -n "$TINY" ] || $PYTHON -m train check --perft tests/data/perft.tsv
    # The validation set is made once, by the network as it is and a player that looks one roll deep; both use it.
    $PYTHON -m train run $TINY --state "$STATE" --out "$OUT/a" --seconds "$(long 225)" --new-validation $REPORTED \
        --set again.trace=0.9,0.9 --set again.seconds=1400 --set again.odd_share=0.6 --note "branch a: lambda 0.9"
    mkdir -p "$OUT/b" && cp "$OUT/a/validation.npz" "$OUT/b/" 2>/dev/null || true
    cp -r "$STATE" "$OUT/from" && cp "$OUT/a/validation.npz" "$OUT/from/" 2>/dev/null || true
    $PYTHON -m train run $TINY --state "$OUT/from" --out "$OUT/b" --seconds "$(long 225)" $REPORTED \
        --set again.trace=0.95,0.95 --set again.seconds=1400 --set again.odd_share=0.6 --note "branch b: lambda 0.95"
    cat "$OUT/a/ledger.jsonl" "$OUT/b/ledger.jsonl"
    # Kept are the better branch's weights and both ledgers: by the quantised error on the validation set.
    $PYTHON -m train.better "$OUT/a" "$OUT/b" "$OUT"
    rm -rf "$OUT/a" "$OUT/b" "$OUT/from"
    ;;
2)
    $PYTHON -m train run $TINY --state "$STATE" --out "$OUT" --seconds "$(long "${SECONDS_OF_2:-510}")" $REPORTED \
        --set "again.trace=${TRACE:-0.9,0.9}" --set again.seconds="${AGAIN:-1400}" --set again.odd_share=0.6 \
        --set "again.quantised=${QUANTISED:-yes}" --note "goes on${QUANTISED:+, quantised: $QUANTISED}"
    ;;
3)
    $PYTHON -m train run $TINY --state "$STATE" --out "$OUT" --seconds "$(long "${SECONDS_OF_3:-280}")" $REPORTED \
        --set "again.trace=${TRACE:-0.9,0.9}" --set again.seconds="${AGAIN:-1015}" --set again.odd_share=0.5 --note "end"
    $PYTHON -m train.export --state "$OUT"
    $PYTHON -m train.quick $TINY --net "$OUT/tavl.net" --out "$OUT/tavl.quick" --seconds "$(long "${QUICK:-200}")"
    # Eight files come back, no more: the small ones travel as one.
    (cd "$OUT" && tar czf small.tgz --remove-files curve.csv curve.svg validation.npz tavl.net.vectors)
    ;;
hour)
    $PYTHON -m train run $TINY --plan hour --seed 2 --state "${HOUR:-train/.data/hour}" --out "$OUT" --seconds "$(long 510)" \
        --validate-after 600 $REPORTED --note "piece $2 of an hour"
    ;;
*)
    sed -n 2,9p "$0"
    exit 2
    ;;
esac
