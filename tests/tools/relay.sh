#!/usr/bin/env bash
# relay.sh BINARY LAB
#
# The relay, at tiny sizes, makes the same network and table even if a signal ends it in each phase. The relay does not
# keep a worse network. A failure does not change network and table. Exits with 1 if anything is wrong, and says what.
set -u
cd "$(dirname "$0")/../.." || exit
. tests/support/script.sh
TOOL=tools/train/relay
ENGINE=$(realpath "$1") lab=$(realpath "$2")
export ENGINE LAB=$work/lab OPPONENTS=$work/list POSITIONS=900 GAMES=16 LEGS=2
export PLAY='--nodes 30' PREPARE='--validation 300' TRAIN='--batch 64 --rate 0.0001'
echo "self | $ENGINE | nodes=100 | nodes=60 |" >"$OPPONENTS"
# This stand-in for `lab` ends the relay soon after the first command whose arguments contain $PHASE.
cat >"$LAB" <<END
#!/bin/sh
chrt -p \$\$ >>$work/priority
case "\$*" in *"\${PHASE-none}"*)
    ! mkdir "$work/\$PHASE" 2>/dev/null || { sleep 0.02; kill -TERM \$PPID; } &
esac
exec $lab "\$@"
END
chmod +x "$LAB"

export STATE=$work/whole WORK=$work/a
runs 0
[ "$(cut -f 1,2 "$STATE.tsv" | tr '\t\n' '  ')" = "leg kept 0 yes 1 yes 2 yes " ] || wrong "the table: $(cat "$STATE.tsv")"
cmp -s "$STATE.net" src/network/panoptes.net && wrong "two legs taught nothing"
[ -s "$work/priority" ] && ! grep policy "$work/priority" | grep -v SCHED_IDLE || wrong "commands do not run at idle priority"
[ "$(ls "$WORK")" = "$(printf '%s\n' 1.games 2.games)" ] || wrong "files stay: $(ls "$WORK")"

export STATE=$work/ended WORK=$work/b
for PHASE in gauntlet 'seed 1' '1.pos --seed' 'train run' export '1.net Evaluation' 'seed 2'; do
    [ "$PHASE" != export ] || : >"$STATE.net" # the leg has its own copy of the network
    PHASE=$PHASE runs 0
    [ -d "$work/$PHASE" ] && grep -q '^relay: ended; the same call goes on$' "$work/out" ||
        wrong "$PHASE: not ended: $(tail -n 3 "$work/out" "$work/errors")"
done
runs 0
cmp "$work/whole.net" "$STATE.net" && cmp "$work/whole.tsv" "$STATE.tsv" || wrong "ended, it makes another network"

# With so many POSITIONS `datagen make` would play for ever, but the signal to the relay also ends `datagen make`.
PHASE='datagen make' STATE=$work/long WORK=$work/l POSITIONS=1000000000 runs 0

# In a new folder, as on another machine: the relay tests a network that loses, and does not keep it.
cp "$STATE.net" "$work/before"
TRAIN='--rate 0.9' WORK=$work/broken LEGS=3 runs 0
[ "$(tail -n 1 "$STATE.tsv" | cut -f 1,2)" = "$(printf '3\tno')" ] || wrong "a broken network is kept: $(cat "$STATE.tsv")"
# A kill may have come after the leg's network was put in place, but before its line was. Then the gauntlet says "no".
printf 'leg\tkept\tElo\terror\n0\tyes\t+2000.0\t1.0\n' >"$STATE.tsv"
mkdir "$work/c" && mv "$STATE.net" "$work/c/1.from" && echo leg >"$STATE.net"
WORK=$work/c LEGS=1 runs 0
[ "$(tail -1 "$STATE.tsv" | cut -f 1,2)" = "$(printf '1\tno')" ] || wrong "a worse network is kept: $(cat "$STATE.tsv")"
cmp -s "$STATE.net" "$work/before" || wrong "a worse network takes the place of a better one"

rm "$OPPONENTS"
cp "$STATE.tsv" "$work/table"
WORK=$work/d LEGS=2 runs 1
grep -q '^relay: this failed: .* gauntlet' "$work/errors" || wrong "no opponents: $(tail -n 3 "$work/errors")"
cmp -s "$STATE.net" "$work/before" && cmp -s "$STATE.tsv" "$work/table" || wrong "a failure changes the state"
exit $bad
