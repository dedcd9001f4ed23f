/* Kernel of the solver, compiled to WebAssembly by `.ci/kernel`: the search and all that walks its
 * table.  host/ai/kernel/kernel.py calls it; one instance serves one round.
 *
 * Calls take nothing and return small integers.  All else goes through the memory: `asked` is read and
 * `answer` is written; arguments of their own would cost wasmtime's Python twice the call.  No call
 * takes longer than some milliseconds, if `search` is asked for some hundred nodes: it is stopped
 * between two calls.
 */

#include <stddef.h>

#include "board.h"
#include "nodes.h"
#include "children.h"
#include "table.h"
#include "search.h"
#include "positions.h"
#include "plies.h"

#define EXPORT(name) __attribute__((export_name(#name)))

extern uint8_t __heap_base; /* set by the linker: the end of all that is below */

static struct {
    uint32_t first, second; /* numbers, as each call says */
    Position positions[MAX_MOVES];
} asked;
static union {
    uint64_t proofs[MAX_MOVES]; /* White's number, and Black's times 2 to the 30th */
    uint8_t chosen[MAX_MOVES];
    Move line[MAX_DEPTH];
} answer;

static uint64_t packed(Proof proof) { return proof.white | (uint64_t)proof.black << 30; }

EXPORT(given_at) void *given_at(void) { return &given; }
EXPORT(asked_at) void *asked_at(void) { return &asked; }
EXPORT(answer_at) void *answer_at(void) { return &answer; }

/* Start with what was `given`, and an empty table of `first` slots at most: more than 2048, and the
 * same number each time.  Returns 0 without memory. */
EXPORT(begin) int begin(void) {
    uint32_t most_slots = asked.first;
    uint64_t wanted = (uint64_t)most_slots * 7 / 10 / 2, least = MAX_PATH_ROWS + MAX_MOVES;
    build_tables();
    max_rows = wanted < least ? least : wanted;
    max_size = most_slots;
    entries = taken = 0;
    first_place = 1;
    if (!allocated) {
        rows = (Child *)(((size_t)&__heap_base + 15) & ~(size_t)15);
        /* The table at the end, and nothing behind it: it grows with the memory. */
        size_t end = ((size_t)(rows + max_rows) + PAGE - 1) / PAGE;
        size_t pages = __builtin_wasm_memory_size(0);
        if (end > pages && __builtin_wasm_memory_grow(0, end - pages) == (size_t)-1)
            return 0;
        slots = (Slot *)(__builtin_wasm_memory_size(0) * PAGE);
    }
    return set_size(FIRST_SLOTS < most_slots ? FIRST_SLOTS : most_slots, 0);
}

/* Answer with the proof numbers of `first` positions, as far as they are known. */
EXPORT(look_up) void look_up(void) {
    for (uint32_t i = 0; i < asked.first; i++)
        answer.proofs[i] = packed(known(&asked.positions[i]));
}

/* Store that the side `first` wins the first position, which somebody else has proven. */
EXPORT(learn) void learn(void) {
    int mover;
    find_node(&asked.positions[0], occupied_by(&asked.positions[0]), &mover);
    if (mover == ENDED || (entries >= max_entries && size >= max_size))
        return;
    make_room();
    uint64_t whites = pack_squares(asked.positions[0].squares) | (uint64_t)mover << MOVER_SHIFT;
    uint64_t blacks = pack_squares(asked.positions[0].squares + BLACK);
    store(find_slot(whites, blacks), whites, blacks, won_by(asked.first), 0);
}

/* Prove the first position, or if `second` is 0 go on with that; returns the number of nodes visited,
 * at most `first`.  The answer is its proof numbers, 0 until it is proven; after `stop`, until the
 * search has ended. */
EXPORT(search) uint32_t search(void) {
    Proof found;
    if (asked.second) {
        int mover;
        Bits occupied = occupied_by(&asked.positions[0]);
        find_node(&asked.positions[0], occupied, &mover);
        found = known(&asked.positions[0]);
        if (is_proven(found)) {
            answer.proofs[0] = packed(found);
            return 0;
        }
        open_root(asked.positions[0].squares, occupied, mover);
    }
    uint32_t visited = search_on(asked.first, &found);
    answer.proofs[0] = packed(found);
    return visited;
}

EXPORT(stop) void stop(void) { leave_all(); }

/* Begin a question about the win of the side `first`, which is proven; `second` positions at most. */
EXPORT(ask) void ask_for(void) { ask(asked.first, asked.second); }

/* Choose among `first` positions after some moves; see plies.h. */
EXPORT(fastest) int fastest(void) {
    return fastest_wins(asked.positions, asked.first, answer.chosen);
}

EXPORT(longest) int longest(void) {
    return longest_defences(asked.positions, asked.first, answer.chosen);
}

/* Choose those of `first` positions that are won in `second` plies; returns 1, or TOO_FAR. */
EXPORT(within) int within(void) {
    for (uint32_t i = 0; i < asked.first; i++) {
        int found = is_won_within(&asked.positions[i], asked.second);
        if (found == TOO_FAR)
            return TOO_FAR;
        answer.chosen[i] = found;
    }
    return 1;
}

/* Answer with the next moves of a line from the first position. */
EXPORT(line) int line(void) { return follow_line(&asked.positions[0], answer.line, MAX_DEPTH); }
