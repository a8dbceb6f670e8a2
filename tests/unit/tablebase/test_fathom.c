/* What we say of the probing library against what its package says, compared by the compiler; and
 * the library itself. Without libfathom-dev's header only the latter: exit status 77. */
#include "support/cmocka_test.h"
#include "tablebase/tablebase_internal.h"

#if __has_include(<tbprobe.h>)
#include <stddef.h>
#include <tbprobe.h>

#define SAME(ours, theirs) _Static_assert((ours) == (theirs), #theirs)
#define SAME_FIELD(name, theirs)                                                                   \
    SAME(FATHOM_##name##_SHIFT, TB_RESULT_##theirs##_SHIFT);                                       \
    SAME(((1ull << FATHOM_##name##_BITS) - 1) << FATHOM_##name##_SHIFT, TB_RESULT_##theirs##_MASK)
#define SAME_MEMBER(ours, theirs)                                                                  \
    SAME(offsetof(FathomRootMove, ours), offsetof(struct TbRootMove, theirs));                     \
    SAME(sizeof((FathomRootMove *)0)->ours, sizeof((struct TbRootMove *)0)->theirs)
#define SAME_TYPE(ours, theirs)                                                                    \
    _Static_assert(__builtin_types_compatible_p(__typeof__(ours), __typeof__(theirs)), #theirs)

SAME(FATHOM_MOVES, TB_MAX_MOVES);
SAME(FATHOM_PLIES, TB_MAX_PLY);

SAME(FATHOM_LOSS, TB_LOSS);
SAME(FATHOM_BLESSED_LOSS, TB_BLESSED_LOSS);
SAME(FATHOM_DRAW, TB_DRAW);
SAME(FATHOM_CURSED_WIN, TB_CURSED_WIN);
SAME(FATHOM_WIN, TB_WIN);

SAME_FIELD(WDL, WDL);
SAME_FIELD(TO, TO);
SAME_FIELD(FROM, FROM);
SAME_FIELD(PROMOTION, PROMOTES);
SAME_FIELD(DTZ, DTZ);
SAME(FATHOM_STALEMATE, TB_RESULT_STALEMATE);
SAME(FATHOM_CHECKMATE, TB_RESULT_CHECKMATE);
SAME(FATHOM_FAILED, TB_RESULT_FAILED);

SAME(FATHOM_NO_PROMOTION, TB_PROMOTES_NONE);
SAME(FATHOM_QUEEN, TB_PROMOTES_QUEEN);
SAME(FATHOM_ROOK, TB_PROMOTES_ROOK);
SAME(FATHOM_BISHOP, TB_PROMOTES_BISHOP);
SAME(FATHOM_KNIGHT, TB_PROMOTES_KNIGHT);

/* Each macro picks the lowest bit of its field as 1, and all of it from a full word. */
SAME(TB_MOVE_TO(1 << FATHOM_MOVE_TO_SHIFT), 1);
SAME(TB_MOVE_FROM(1 << FATHOM_MOVE_FROM_SHIFT), 1);
SAME(TB_MOVE_PROMOTES(1 << FATHOM_MOVE_PROMOTION_SHIFT), 1);
SAME((1 << FATHOM_TO_BITS) - 1, TB_MOVE_TO(0xffff));
SAME((1 << FATHOM_FROM_BITS) - 1, TB_MOVE_FROM(0xffff));
SAME((1 << FATHOM_PROMOTION_BITS) - 1, TB_MOVE_PROMOTES(0xffff));

SAME_MEMBER(move, move);
SAME_MEMBER(pv, pv);
SAME_MEMBER(pv_size, pvSize);
SAME_MEMBER(score, tbScore);
SAME_MEMBER(rank, tbRank);
SAME(sizeof(FathomRootMove), sizeof(struct TbRootMove));
SAME(offsetof(FathomRootMoves, moves), offsetof(struct TbRootMoves, moves));
SAME(sizeof(FathomRootMoves), sizeof(struct TbRootMoves));

SAME_TYPE(((Fathom *)0)->open, &tb_init);
SAME_TYPE(((Fathom *)0)->probe_wdl, &tb_probe_wdl_impl);
SAME_TYPE(((Fathom *)0)->probe_root, &tb_probe_root_impl);
/* But for the struct, whose name differs. */
typedef uint64_t Set;
SAME_TYPE(((Fathom *)0)->probe_root_wdl,
          (int (*)(Set, Set, Set, Set, Set, Set, Set, Set, unsigned, unsigned, unsigned, bool, bool,
                   FathomRootMoves *))0);
SAME_TYPE(&tb_probe_root_wdl, (int (*)(Set, Set, Set, Set, Set, Set, Set, Set, unsigned, unsigned,
                                       unsigned, bool, bool, struct TbRootMoves *))0);
#else
TEST(declarations) {
    test_lacks("<tbprobe.h>, to compare our declarations: apt-get install libfathom-dev");
}
#endif

TEST(the_library_is_loaded) {
    char error[320] = "";
    const Fathom *fathom = fathom_load(error, sizeof error);
    if (!fathom)
        fail_msg("%s", error);
    assert_ptr_equal(fathom, fathom_load(error, 0));
    assert_non_null(fathom->open);
    assert_non_null(fathom->probe_wdl);
    assert_non_null(fathom->probe_root);
    assert_non_null(fathom->probe_root_wdl);
    fathom_close(fathom); /* nothing is open */
}

/* With no tables open every probe fails, in the way that is distinguished. */
TEST(probes_fail_without_tables) {
    static FathomRootMoves moves;
    unsigned results[FATHOM_MOVES];
    char error[320] = "";
    const Fathom *fathom = fathom_load(error, sizeof error);
    if (!fathom)
        fail_msg("%s", error);
    assert_true(fathom->open("/no/such/folder"));
    assert_int_equal(fathom->probe_wdl(0x81, 1ull << 60, 1 | 1ull << 60, 0x80, 0, 0, 0, 0, 0, true),
                     FATHOM_FAILED);
    assert_int_equal(
        fathom->probe_root(0x81, 1ull << 60, 1 | 1ull << 60, 0x80, 0, 0, 0, 0, 0, 0, true, results),
        FATHOM_FAILED);
    assert_int_equal(fathom->probe_root_wdl(0x81, 1ull << 60, 1 | 1ull << 60, 0x80, 0, 0, 0, 0, 0,
                                            0, 0, true, true, &moves),
                     0);
    fathom_close(fathom);
}
