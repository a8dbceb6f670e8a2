#!/usr/bin/env bash
# faults.sh [--list | NAME...]
#
# --list prints the faults, and nothing is planted. Else it shows that the tests can fail: it plants one fault at a
# time in a copy of the tree, builds it, and requires that a test fails. Prints for each fault what the comparator
# reports in the debug build during perft, and after how many seconds; and which programs fail in the release build,
# which has no comparator. Ends with the number of faults caught. Exits with 1 if one was missed. Not part of
# `make test`: it builds once for each fault.
#
# A fault is one line: name @ file @ sed expression @ kernel level to run with (empty: this machine's highest).
# Faults in a C reference name a level that leaves the reference in use.
set -u
cd "$(dirname "$0")/../.." || exit

faults() {
    cat <<'END'
opening ray too short@src/board/make_normal.c@s/flip_rays(p, n, &rows, opening, from, queen_attacks(from, occ2))/flip_rays(p, n, \&rows, opening, from, queen_attacks(from, occ2) \& ~bb(to))/@c
opening ray under the wrong occupancy@src/board/make_normal.c@s/queen_attacks(from, occ2))/queen_attacks(from, occ1))/@c
promoted queen linked before DUMMY@src/board/make.c@s/type == QUEEN ? cell_make(SLOT_KING, us) : l->prev/type == KING ? cell_make(SLOT_KING, us) : l->prev/@
promoted queen linked behind DUMMY@src/board/make.c@s/type == QUEEN ? cell_make(SLOT_KING, us) : l->prev/type == QUEEN ? cell_make(SLOT_DUMMY, us) : l->prev/@
pre-promoted pawn linked behind the king@src/board/make.c@s/lists_insert_behind(l, passer, cell_make(SLOT_DUMMY, us))/lists_insert_behind(l, passer, cell_make(SLOT_KING, us))/@
NASM: a threshold one cell too wide@asm/captures_advance.asm@s/^    sub         THRESHOLD, THRESHOLD_PIECES$/    sub         THRESHOLD, THRESHOLD_PIECES - 2/@avx2
NASM: the walk captures its own pieces@asm/captures_advance.asm@s/^    lea         OURS, \[S + STATE_MAP + r9 \* 2\]$/    lea         OURS, [S + STATE_MAP + 2]/@avx2
NASM: the walk goes on past DUMMY@asm/captures_advance.asm@s/^    jbe         \.none$/    jbe         .next_piece/@avx2
bits out of order are not marked@src/board/make.c@s/^        n->out_of_order |= bit_mask(bit);$/        (void)0;/@
a promoted knight above the rooks@src/board/make.c@s/^        if (other != type)$/        if (other < type)/@
slots of queens counted as others'@src/board/cells.c@/^Cell lists_take/,/^}/s/type == QUEEN ? &l->promoted_queens/type == KING ? \&l->promoted_queens/@
Black's long right has no key@src/board/zobrist.c@s/if (rights >> i & 1)/if (i != 3 \&\& (rights >> i \& 1))/@
crossed castling is no ply@src/board/make.c@s/^    n->rule50++;$//@
lines through the e.p. victim stay closed@src/board/make.c@s/^    lift(n, victim);$/    take_off(n, victim);/@
e.p. square by the first taker only@src/board/make.c@s/^    while (takers)$/    if (takers)/@
NASM: a bishop's move is no quiet ply@asm/make_normal.asm@s/^counter_masks:     dd 0xFFFF0000, -1, -1,/counter_masks:     dd 0xFFFF0000, -1, 0xFFFF0000,/@avx2
castling over what stands in the rook's way@src/board/position.c@s/| geometry.between\[rook\]\[rook_to\] | bb(rook_to)) & ~bb(king)/) \& ~bb(king)/@
network: the squares shifted once more@src/network/network.c@s/(clipped \* clipped >> SQUARE_SHIFT)/(clipped * clipped >> (SQUARE_SHIFT + 1))/@c
network: attacker and target exchanged@src/network/inputs.c@s/return p.attacker | (uint32_t)p.from << 8 | (uint32_t)p.target << 16/return p.target | (uint32_t)p.from << 8 | (uint32_t)p.attacker << 16/@
repetition after four plies unseen@src/board/repetition.c@s/previous_occurrence(pos, 4)/previous_occurrence(pos, 6)/@
fifty moves one ply late@src/board/state.c@s/rule50 >= 100/rule50 > 100/@
null move keeps the e.p. square@src/board/make.c@/^void make_null/,/^}/s/^    n->ep = SQUARE_NONE;$//@
Black's pawns do not step twice@src/moves/generate.c@s/rank_bb(us == WHITE ? RANK_3 : RANK_6)/rank_bb(us == WHITE ? RANK_3 : RANK_5)/@
two knights cannot mate whatever is played@src/board/state.c@s/(!s->by_type\[KNIGHT\] &&/(popcount(minors) < 3 \&\&/@
captures: the most valuable capturer first@src/moves/captures.c@s/cells\[n++\] = cell_of\[pop_bit32(&ordered)\];/cells[n++] = cell_of[highest_bit(ordered)], ordered ^= bit_mask((Bit)highest_bit(ordered));/@c
a pinned piece goes between@src/moves/generate.c@s/if (!(pinned & bb(from)))/if (from < SQUARE_COUNT)/@
legality: a pawn steps twice over a piece@src/moves/legality.c@s/^           s->man_on\[from + up\] == MAN_NONE;$/           up != 0;/@
the king's move keeps its rights@src/board/fen.c@s/^        pos->castle_mask\[king_of(f, right . 2)\] &= others;$//@
a promoted piece has no key of its part@src/board/make.c@/^static void put_on/,/^}/s/^    n->part_key.*$//@
e.p. square without its key@src/board/make.c@s/^        n->key ^= zobrist.ep\[n->ep\];$//@
closing ray forgotten@src/board/make_normal.c@s/^        flip_rays(p, n, &rows, closing, to, .*$/        (void)closing;/@c
closed line flipped on captures too@src/board/make_normal.c@s/^        closing = 0;$/        closing \&= ~bit_mask(dead);/@c
dead column left in the map@src/board/make_normal.c@s/^    rows_clear(rows, dead, p->attacks\[dead\]);$//@c
mover's key on the wrong square@src/board/make_normal.c@s/zobrist.man\[us\]\[type\]\[from\] ^ zobrist.man\[us\]\[type\]\[to\];/zobrist.man[us][type][from] ^ zobrist.man[us][type][to ^ 1];/@c
victim's key forgotten@src/board/make_normal.c@s/^    n->key ^= zobrist.man\[them\]\[dead_type\]\[to\];$//@c
NASM: a sixteenth of the map not toggled (AVX-512)@asm/make_normal.asm@s/vpxord      zmm19{k4}, zmm19, zmm20/vpxord      zmm19{k3}, zmm19, zmm20/@avx512
NASM: an eighth of the map not toggled (AVX2)@asm/make_normal.asm@s/^    TOGGLE_EIGHT ymm15, ymm1, 3, ymm6$/    TOGGLE_EIGHT ymm15, ymm1, 2, ymm6/@avx2
NASM: a quarter of the map not toggled (SSE4)@asm/make_normal.asm@s/^    pxor        xmm1, \[%3 + STATE_MAP .*$/    movdqa      xmm1, [%3 + STATE_MAP + 64 * i + 48]/@baseline
NASM: lines down as lines to the left (SSE4)@asm/make_normal.asm@s/^    xor         ecx, 63 << 6 /    xor         ecx, 56 << 6 /@baseline
NASM: mover's square wrong@asm/make_normal.asm@s/^    mov         \[N + STATE_SQUARE_OF + BIT\], dl$/    mov         [N + STATE_SQUARE_OF + BIT], r8b/@
inline assembly: a column shifted too far (AVX-512)@src/board/matrix.h@s/mask_shift(d, 32), mask_shift/mask_shift(d, 33), mask_shift/@c
inline assembly: the bit beside (gcc)@src/core/bits.h@s/"=.ccc"(set)/"=\x40ccz"(set)/@
inline assembly: the bit taken away@src/core/bits.h@s/adc \$0, %0/sbb $0, %0/@
lifted piece's lines stay closed@src/board/make.c@s/^    matrix_flip_lines(n, sq, occupied(n));$/    (void)0;/@
e.p. square set whoever can take@src/board/make.c@s/^    return SQUARE_NONE;$/    return ep;/@
e.p. possible though it uncovers a check@src/board/state.h@s/^    return !(rook_attacks(king, occ) & rooks) \&\& .*$/    return occ || rooks || bishops || king >= 0;/@
relink forgets the way back@src/board/cells.h@/static ALWAYS_INLINE void lists_relink/,/^}/s/^    l->prev\[l->next\[cell\]\] = (uint8_t)cell;$//@
captured piece not linked in again@src/board/make.h@s/^        lists_relink(&pos->lists, n->captured);$/        (void)0;/@
captured cell not linked in again@src/board/make.c@s/^        lists_relink(l, n->captured);$/        (void)0;/@
pre-promoted cell kept after unmake@src/board/make.c@s/^        l->cell_of\[l->bit_of\[n->mover\]\] = n->mover;$//@
promotion slot not freed@src/board/make.c@s/^        lists_free_promotion_cell(l, cell);$//@
a capturer dropped@src/moves/captures.c@s/^    uint32_t set = attackers_of(s, target, us);$/    uint32_t set = attackers_of(s, target, us) \& ~bit_mask(bit_make(us, BIT_KNIGHT));/@c
captures: the last pawns left out@src/moves/captures.c@s/- THRESHOLD_PIECES < pawns)/- THRESHOLD_PIECES + 2 < pawns)/@c
captures: pieces once more behind the pawns@src/moves/captures.c@s/if (cell < THRESHOLD_PIECES) {/if (cell < THRESHOLD_PREPROMOTED) {/@c
captures: a threshold one class too wide@src/moves/captures.c@s/= (uint8_t)threshold;/= (uint8_t)(threshold == THRESHOLD_ROOKS ? THRESHOLD_PIECES : threshold);/@
captures: a threshold one class too narrow@src/moves/captures.c@s/= (uint8_t)threshold;/= (uint8_t)(threshold == THRESHOLD_ROOKS ? THRESHOLD_QUEENS : threshold);/@
captures: none of minor pieces expected@src/moves/captures.c@s/if (threshold > THRESHOLD_ROOKS)/if (threshold > THRESHOLD_PIECES)/@
threshold: one class too wide@src/search/threshold.c@s/{THRESHOLD_PIECES, GAIN_PREPROMOTED}/{THRESHOLD_PREPROMOTED, GAIN_PREPROMOTED}/@
threshold: the table one entry off@src/search/threshold.h@s/clamp_int(deficit,/clamp_int(deficit + 1,/@
pinned pieces may capture@src/moves/captures.c@s/if (UNLIKELY(pinned)) {/if (UNLIKELY(pinned \& 1)) {/@
checks through pieces@src/moves/tactics.h@s/return (rays & bb(to)) && !(geometry.between\[king\]\[to\] & occupied(s));/return (rays \& bb(to)) != 0;/@
king may capture guarded pieces@src/moves/captures.c@s/if (attackers_of(s, target, opponent(us)))/if (pinned \&\& attackers_of(s, target, opponent(us)))/@
king may step back along the checking line@src/moves/generate.c@s/~s->by_color\[us\] & ~shadow, us);/~s->by_color[us], us);/@
legality: pins forgotten@src/moves/legality.c@s/return !(pinned_men(s, us) & bb(from)) || pin_allows(king, from, to);/return king != to;/@
castling through attacked squares@src/moves/pins.h@s/!(pos->castle_path\[right\] & attacked) \&\&/!(bb(castled_king(c, wing)) \& attacked) \&\&/@
castling: rook that shields its king@src/moves/pins.h@s/ && !(pinned & bb(pos->castle_rook\[right\]));/ \&\& (pinned | 1);/@
castling right kept when the rook is taken@src/board/make_normal.c@s/n->castling &= pos->castle_mask\[from\] & pos->castle_mask\[to\];/n->castling \&= pos->castle_mask[from];/@c
NASM: capturers out of order forgotten@asm/captures_advance.asm@s/^    mov         SET, r9d$/    xor         SET, SET/@
NASM: guarded victims taken by the king@asm/captures_advance.asm@s/^    and         SET, 0x7FFF$/    nop/@
picker forgets under-promotions@src/search/picker.c@s/^        list_add(&p->bad_captures, m);$/        (void)m;/@
picker gives a killer twice@src/search/picker.c@s/return m == p->killer && m != MOVE_NONE ? next_best(p) : m;/return m;/@
picker: losing captures in probcut@src/search/picker.c@s/^    p->min_gain = gain;$//@
table: mates beyond the fifty moves@src/search/table.c@s/distance > 100 - rule50/distance > 200 - rule50/@
repetition ahead through a piece@src/board/repetition.c@s/if (!(geometry.between\[a\]\[b\] & occupied(s)))/if (a != b)/@
exchange: no x-rays@src/moves/exchange.c@s/^            x->attackers |= bit_mask(bit);$/            (void)bit;/@
table: mates counted from the root@src/search/table.c@s/SCORE_TABLEBASE_BOUND    ? score + ply/SCORE_TABLEBASE_BOUND    ? score/@
NASM: pieces move elsewhere (VBMI2)@asm/emit.asm@s/^    vpsllw      zmm18, zmm18, 6$/    vpsllw      zmm18, zmm18, 5/@avx512
NASM: pawns come from the wrong side (VBMI2)@asm/emit.asm@s/^    vpsubw      zmm18, zmm18, zmm17$/    vpaddw      zmm18, zmm18, zmm17/@avx512
NASM: pieces come from elsewhere (AVX2)@asm/emit.asm@s/^    or          r11d, r8d$//@avx2
NASM: pawns come from the wrong side (AVX2)@asm/emit.asm@s/^    sub         r11d, ARG2d$/    add         r11d, ARG2d/@avx2
NASM: antidiagonals seen past a piece@asm/make_normal.asm@s/dq 16,  2, 18, 14/dq 16,  2, 18, 16/@
NASM: vzeroupper forgotten (AVX2)@asm/state_difference.asm@s/^    vzeroupper$//@
NASM: a square's fourth attacker left out (VBMI2)@asm/state_difference.asm@s/^    jz          %%empty$/    jmp         %%empty/@avx512
NASM: the seventeenth square left out (VBMI2)@asm/state_difference.asm@s/^    jbe         %%done$/    jmp         %%done/@avx512
NASM: rows that come are left out@asm/accumulator.asm@s/^    ROWS        PAIR_ROW, PLUS, .*$//@
NASM: rows that go are added@asm/accumulator.asm@s/^    ROWS        PIECE_ROW, MINUS,/    ROWS        PIECE_ROW, PLUS,/@
NASM: the last block of sums is left as it is@asm/accumulator.asm@s/^%rep 2 \* NETWORK_HIDDEN \/ (8 \* BYTES)$/& - 1/@
NASM: pieces of the first block for all sums (AVX2)@asm/accumulator.asm@s/\[rax + at + BYTES \* i\]/[rax + BYTES * i]/@avx2
NASM: a register of sums in 64 is not weighed (SSE4)@asm/accumulator.asm@s/\* NETWORK_HIDDEN_STEP \/ BYTES$/& - 1/@baseline
NASM: sums below 0 are not clipped (AVX2)@asm/accumulator.asm@s/vpmaxsw     VECTOR %+ %4, VECTOR %+ zero, \[%1\]/MOVE        VECTOR %+ %4, [%1]/@avx2
NASM: sums above 1 are not clipped (AVX-512)@asm/accumulator.asm@s/^    vpminsw     VECTOR .*$//@avx512
network: pairs as White sees them, for Black too@src/network/inputs.c@s/pair ^ blacks/pair ^ whites/@
network: a king that crosses the middle is not noticed@src/network/accumulators.c@s/view\[view.color\] == view.number/view[view.color] != VIEW_NONE/@
network: sums seen with other piece-squares@src/network/accumulators.c@s/view\[view.color\] == view.number/view[view.color] % 4 == view.number % 4/@
network: a cache for all sets of piece-squares@src/network/accumulators.c@s/&a->cache\[view.number\]/\&a->cache[view.number % 4]/@
network: the sums of other pieces@src/network/accumulators.c@s/a->tags\[p\].pieces == pieces_key(&pos->states\[p\])/a->tags[p].pieces/@
network: one difference for both sides@src/network/accumulators.c@s/if (black.pieces != white.pieces)/if (0)/@
network: the cache forgets what its sums are of@src/network/accumulators.c@s/^        base->cached->state = \*s;$//@
network: a file with fewer neurons is taken@src/network/network.c@s/hidden < (uint32_t)least/hidden < FILE_HIDDEN_STEP/@
trainer: new neurons are weighed at once@tools/train/float_net.c@s/^    memset(output, 0, row_numbers(2 \* OUTPUT_BUCKETS).*$//@
network: the checksum of a file is not looked at@src/network/network.c@s/network_checksum(bytes, size) != h->checksum/!bytes/@
scores: the network's by the classical model@src/eval/wdl.c@s/= &WDL_NETWORK/= \&WDL_CLASSICAL/@
evaluation: a king on a d-file not mirrored@src/eval/squares.h@s/FILE_E ? 7 : 0/FILE_D ? 7 : 0/@
evaluation: pinned pieces fight for squares@src/eval/square_control.c@s/if (!pin_allows(/if (0 \&\& !pin_allows(/@
evaluation: Black's passed pawns forgotten@src/eval/evaluate.c@s/^    total -= passers(&e, t, BLACK);$//@
evaluation: a trace that forgets@src/eval/trace.h@s/(t->count\[weight\]\[c\] + n)/n/@
evaluation: a term by the lowest bit@src/eval/terms/threatened.h@s/least_attacker(&a, sq);$/type_of_bit(s, lowest_bit(s->map[sq] \& half_of(c)));/@
evaluation: shelter of another king@src/eval/shelter.c@s/^    const Key king = .*$/    const Key king = hash_multiply((Key)(c + 1));/@
endings: stalemate taken for mate (KPK)@src/eval/kpk.c@s/~saved & ~stale;/~saved;/@
endings: wrong corner forgotten@src/eval/pawn_rules.c@s/same_shade(last, lowest_bit(squares_of(v, true, BISHOP)))/!last/@
endings: bishops of one shade taken for two@src/eval/pawnless_rules.c@s/return both ? value_ahead/return bishops ? value_ahead/@
endings: the race of the kings turned round@src/eval/pawn_rules.c@s/return distance(v->king\[1\], to) - distance(v->king\[0\], to);/return distance(v->king[0], to) - distance(v->king[1], to);/@
endings: square of the pawn one off@src/eval/pawn_rules.c@s/(RANK_8 - rank_of(pawn));/(RANK_7 - rank_of(pawn));/@
endings: scattered for the other side to move@src/eval/pawnless_rules.c@s/return v->strong_to_move \&\& nearest/return !v->strong_to_move \&\& nearest/@
endings: Troitsky's line forgotten@src/eval/pawn_rules.c@s/{RANK_4, RANK_6, RANK_5, RANK_4}/{RANK_2, RANK_2, RANK_2, RANK_2}/@
tuner: slope of the curve the wrong way@tools/tune/tune_model.c@s/(m->w\[knot + 1\]\[h\] - m->w\[knot\]\[h\])/(m->w[knot][h] - m->w[knot + 1][h])/@
records: checksum not looked at@tools/lib/records.c@s/checksum(at, body) != get(data + 2, 4)/!data/@
repetitions after a null move@src/board/make.c@s/^    n->plies_from_null = 0;$//@
inspection: an exchange is played to the end@src/moves/exchange.c@s/^            played = n;$/            (void)n;/@
inspection: only one attacker behind another@src/inspect/attackers.c@s/^        add_behind(s, sq, from, us, list);$/        (void)sq;/@
inspection: en passant is no threat@src/inspect/threat_list.c@s/target == s->ep - pawn_push(by)/target == s->ep/@
inspection: no piece is pinned to a king@src/inspect/threat_list.c@s/if (type == KING || more)/if (more)/@
inspection: forks without risk@src/inspect/threat_list.c@s/fork.risk = risk > 0 ? risk : 0;/fork.risk = 0 * risk;/@
inspection: deltas on a1 overlooked@src/inspect/deltas.c@s/if (old != new || owners/if ((old | 1) != (new | 1) || owners/@
game state: a draw before the mate on the hundredth ply@src/inspect/game_state.c@s/if (legal == 0)/if (legal == 0 \&\& game->quiet_plies < QUIET_CLAIM)/@
game state: the second time counts as the third@src/inspect/game_state.c@s/== REPETITION_CLAIM - 1/>= REPETITION_CLAIM - 2/@
game state: bishops of both shades are dead@src/inspect/game_state.c@s/max_int(on_dark, on_light)/on_dark + on_light/@
inspection: the network's scores by the classical model@src/inspect/network_report.c@s/EVALUATION_NETWORK/EVALUATION_CLASSICAL/@
inspection: side never mended@src/inspect/fen_repair.c@s/black != side ? /black ? /@
END
}

[ "${1-}" != --list ] || { faults; exit; }

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
MAKE_FLAGS=(-s -C "$work/tree")
R=build/gcc-native/tests D=build/gcc-native-debug/tests
PROGRAMS="unit/board/test_matrix unit/board/test_comparator unit/moves/test_moves unit/moves/test_verify_rules unit/search/test_self_check unit/board/test_castling unit/search/test_draws kernels/test_kernels unit/core/test_bits unit/moves/test_exchange unit/search/test_picker unit/search/test_table unit/eval/test_eval unit/eval/test_endings tools/test_tune unit/inspect/test_inspection unit/inspect/test_game_state unit/network/test_accumulators tools/test_train_inputs tools/test_train_net tools/test_train_export unit/eval/test_wdl unit/inspect/test_network_report"

seconds_since() {
    awk "BEGIN { printf \"%.2f\", $EPOCHREALTIME - $1 }"
}

# Runs one program in the copy and prints its name if it fails. Without a fault each takes seconds, so one that
# runs for two minutes hangs. The others are not run then.
red() {
    local name=$1 rc
    shift
    [[ $caught != *hangs* ]] || return
    (cd "$work/tree" && timeout 120 "$@") >"$work/out" 2>&1
    rc=$?
    [ $rc = 0 ] || printf ' %s' "$name"
    [ $rc != 124 ] || printf '(hangs)'
}

plant() {
    local name=$1 file=$2 expression=$3 level=$4 begin verdict caught
    cp -a "$file" "$work/tree/$file.good"
    sed -i "$expression" "$work/tree/$file"
    if cmp -s "$work/tree/$file" "$work/tree/$file.good"; then
        echo "NOT PLANTED $name: the expression does not change $file"
        return 1
    fi
    [ -n "$level" ] && export PANOPTES_CPU=$level || unset PANOPTES_CPU
    caught=""
    if ! make "${MAKE_FLAGS[@]}" $TARGETS >"$work/build" 2>&1; then
        echo "NOT BUILT   $name"
        tail -3 "$work/build"
    else
        begin=$EPOCHREALTIME
        verdict=$(red debug $D/perft/perft_suite --mode full --nodes 5000 tests/data/perft/classic.epd \
            tests/data/perft/chess960.epd tests/data/perft/many_pieces.epd)
        local after said
        after=$(seconds_since "$begin")
        said=$(grep -m1 -A1 -E '^comparator' "$work/out" | tr -s '\n ' ' ')
        [ -n "$verdict" ] && caught=" perft-debug(${after}s)"
        caught+=$(red perft $R/perft/perft_suite --nodes 300000 tests/data/perft/classic.epd \
            tests/data/perft/chess960.epd tests/data/perft/many_pieces.epd)
        caught+=$(red captures $R/perft/perft_suite --mode captures tests/data/perft/captures.epd)
        for program in $PROGRAMS; do
            caught+=$(red "${program##*/}" $R/$program)
        done
        if [ -n "$caught" ]; then
            echo "CAUGHT      $name: by$caught"
            [ -n "$said" ] && echo "            $said"
        else
            echo "NOT CAUGHT  $name"
        fi
    fi
    mv "$work/tree/$file.good" "$work/tree/$file"
    touch "$work/tree/$file"
    [ -n "$caught" ]
}

mkdir "$work/tree"
cp -a Makefile include src asm tests tools "$work/tree/"
[ -d build ] && cp -a build "$work/tree/"
TARGETS="$D/perft/perft_suite $R/perft/perft_suite"
for program in $PROGRAMS; do
    TARGETS+=" $R/$program"
done
make "${MAKE_FLAGS[@]}" $TARGETS >"$work/build" 2>&1 || { tail "$work/build"; exit 1; }

planted=0 missed=0
while IFS='@' read -r name file expression level; do
    [ $# -gt 0 ] && ! printf '%s\n' "$@" | grep -qxF "$name" && continue
    planted=$((planted + 1))
    plant "$name" "$file" "$expression" "$level" || missed=$((missed + 1))
done < <(faults)
echo "$planted faults planted, $((planted - missed)) caught, $missed missed"
[ "$missed" = 0 ] && [ "$planted" -gt 0 ]
