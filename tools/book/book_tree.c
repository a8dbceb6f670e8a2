#include "book/book_tree.h"

#include "board/fen.h"
#include "board/make.h"
#include "core/minmax.h"
#include "engine/book.h"
#include "os/timing.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* MARGIN and SPREAD are in centipawns. In the first plies more moves are looked at and with more
 * nodes: many first moves and answers are good, and all else hangs on them. */
enum { MARGIN = 35, SPREAD = 12, DEPTH_MOST = 30 };
enum { LINES = 4, WIDE_PLIES = 3, WIDE_LINES = 8, WIDE_TIMES = 10 };

typedef struct Edge {
    Candidate candidate;
    int node; /* where it leads */
} Edge;

typedef enum NodeState { NODE_LEAF, NODE_SEARCHED, NODE_VISITED, NODE_DONE } NodeState;

typedef struct Node {
    Key key;
    int parent, ply; /* the first way that led here */
    Move move;
    double reach; /* how often it is reached */
    NodeState state;
    int value; /* backed up, for the side to move; known once it is visited */
    int count;
    Edge edges[LINES_MAX];
} Node;

typedef struct Tree {
    Searches *searches;
    Position *pos; /* the one at hand */
    Node *nodes;
    int count, room, searched;
} Tree;

/* --- growing ---------------------------------------------------------------------------------- */

/* Sets the position at hand to a node's. */
static void go_to(Tree *t, int index) {
    Move line[DEPTH_MOST + 1];
    int plies = 0;
    for (int i = index; i > 0; i = t->nodes[i].parent)
        line[plies++] = t->nodes[i].move;
    fen_parse(t->pos, FEN_START, NULL, 0);
    while (plies > 0)
        make_move(t->pos, line[--plies]);
}

/* The node of a position, made if it is new; -1 if memory is short. */
static int take_node(Tree *t, Key key, int parent, Move move) {
    for (int i = 0; i < t->count; i++)
        if (t->nodes[i].key == key)
            return i;
    if (t->count == t->room) {
        const int room = t->room ? 2 * t->room : 4096;
        Node *nodes = realloc(t->nodes, (size_t)room * sizeof *nodes);
        if (!nodes)
            return -1;
        t->nodes = nodes;
        t->room = room;
    }
    t->nodes[t->count] = (Node){.key = key, .parent = parent, .move = move};
    if (parent >= 0)
        t->nodes[t->count].ply = t->nodes[parent].ply + 1;
    return t->count++;
}

/* How often a move is chosen, relative to the best. */
static double share(int best, int score) {
    return best - score > MARGIN ? 0 : exp((double)(score - best) / SPREAD);
}

/* True for a pawn's move on a rook's file in the first two moves of a side. It costs so little in a
 * search's eyes that only experience tells it from a move that develops something. */
static bool is_idle(int ply, Move m) {
    const Square from = move_from(m);
    return ply < 4 && (file_of(from) == FILE_A || file_of(from) == FILE_H) &&
           rank_of(from) == (ply % 2 == 0 ? RANK_2 : RANK_7);
}

/* Takes idle moves out of a list; returns how many are left. */
static int without_idle(int ply, Candidate *candidates, int count) {
    int left = 0;
    for (int i = 0; i < count; i++)
        if (!is_idle(ply, candidates[i].move))
            candidates[left++] = candidates[i];
    return left;
}

/* Searches a node, and makes those that its good moves lead to. */
static bool expand(Tree *t, int index) {
    Candidate candidates[LINES_MAX];
    go_to(t, index);
    const bool wide = t->nodes[index].ply < WIDE_PLIES;
    const int found = searches_take(t->searches, t->pos, wide ? WIDE_LINES : LINES,
                                    wide ? WIDE_TIMES : 1, candidates);
    const int count = without_idle(t->nodes[index].ply, candidates, found);
    double total = 0;
    for (int i = 0; i < count; i++)
        total += share(candidates[0].score, candidates[i].score);
    for (int i = 0; i < count; i++) {
        const double chosen = share(candidates[0].score, candidates[i].score) / total;
        if (chosen == 0)
            break;
        make_move(t->pos, candidates[i].move);
        const int child = take_node(t, book_key(t->pos), index, candidates[i].move);
        unmake_move(t->pos);
        if (child < 0)
            return false;
        Node *n = &t->nodes[index];
        n->edges[n->count++] = (Edge){candidates[i], child};
        t->nodes[child].reach += chosen * n->reach;
    }
    t->nodes[index].state = NODE_SEARCHED;
    t->searched++;
    return found >= 0;
}

/* The leaf that is reached most often, the first of equals; -1 if all lines have ended. */
static int likeliest_leaf(const Tree *t) {
    int likeliest = -1;
    for (int i = 0; i < t->count; i++) {
        const Node *n = &t->nodes[i];
        if (n->state == NODE_LEAF && n->ply < DEPTH_MOST &&
            (likeliest < 0 || n->reach > t->nodes[likeliest].reach))
            likeliest = i;
    }
    return likeliest;
}

static void tell(const Tree *t, int positions, int64_t start) {
    printf("%d of %d positions, %" PRIu64 " searched in %" PRId64 " s\n", t->searched, positions,
           searches_made(t->searches), (clock_now() - start) / 1000);
    fflush(stdout);
}

static bool grow(Tree *t, int positions) {
    enum { INTERVAL = 60000 };
    const int64_t start = clock_now();
    int64_t told = start;
    for (int leaf; t->searched < positions && (leaf = likeliest_leaf(t)) >= 0;) {
        if (!expand(t, leaf))
            return false;
        if (clock_now() - told >= INTERVAL) {
            tell(t, positions, start);
            told = clock_now();
        }
    }
    tell(t, positions, start);
    return true;
}

/* --- what to play ----------------------------------------------------------------------------- */

static int back_up(Tree *t, int index);

/* The score of a move after backing up. Where a line comes back to a position that is being looked
 * at, the search's score stands. */
static int edge_value(Tree *t, const Edge *edge) {
    const NodeState state = t->nodes[edge->node].state;
    return state == NODE_LEAF || state == NODE_VISITED ? edge->candidate.score
                                                       : -back_up(t, edge->node);
}

static int back_up(Tree *t, int index) {
    Node *n = &t->nodes[index];
    if (n->state == NODE_DONE)
        return n->value;
    n->state = NODE_VISITED;
    n->value = -SCORE_MOST;
    for (int i = 0; i < n->count; i++) {
        n->edges[i].candidate.score = edge_value(t, &n->edges[i]);
        n->value = max_int(n->value, n->edges[i].candidate.score);
    }
    n->state = NODE_DONE;
    return n->value;
}

/* Adds what is played in a position, and behind it. */
static bool harvest(Tree *t, int index, BookEntries *entries) {
    Node *n = &t->nodes[index];
    if (n->state != NODE_DONE)
        return true;
    n->state = NODE_VISITED; /* each position once */
    double total = 0;
    for (int i = 0; i < n->count; i++)
        total += share(n->value, n->edges[i].candidate.score);
    for (int i = 0; i < n->count; i++) {
        const Edge edge = n->edges[i];
        const double chosen = share(n->value, edge.candidate.score) / total;
        if (chosen > 0 &&
            !(entries_add(entries, (BookEntry){n->key, edge.candidate.move, 1000 * chosen}) &&
              harvest(t, edge.node, entries)))
            return false;
    }
    return true;
}

bool tree_grow(Searches *searches, int positions, BookEntries *entries) {
    Tree t = {.searches = searches, .pos = aligned_alloc(CACHE_LINE, sizeof *t.pos)};
    bool good = t.pos != NULL;
    if (good) {
        t.pos->chess960 = false;
        fen_parse(t.pos, FEN_START, NULL, 0);
        good = take_node(&t, book_key(t.pos), -1, MOVE_NONE) == 0;
    }
    if (good) {
        t.nodes[0].reach = 1;
        good = grow(&t, positions);
    }
    if (good && t.searched > 0) {
        back_up(&t, 0);
        good = harvest(&t, 0, entries);
    }
    free(t.nodes);
    free(t.pos);
    return good;
}
