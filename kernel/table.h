/* Transposition table: proof numbers by node, with open addressing and linear probing.
 *
 * Whole nodes are compared, so that a hash collision never gives a wrong result.  The table lies at
 * the end of the memory.  It grows, and is cleaned, in place: a cluster of slots is taken up from
 * its first slot on, and each entry moves to a free slot that is never behind the one it had.
 */

enum { FIRST_SLOTS = 1 << 12, PAGE = 1 << 16 };
enum { MOVER_SHIFT = 48, COUNT_BITS = 8 };

typedef struct {
    Proof proof;     /* (0, 0) in a free slot */
    uint64_t whites; /* squares of White's towers, six bits each, and above them the mover */
    uint64_t blacks;
    uint64_t list; /* place of the node's children, and their number below; 0: nowhere */
} Slot;

static Slot *slots;
static uint32_t size, max_size, entries, max_entries;
static uint32_t allocated; /* slots: more than `size` after a larger table of another round */

static int is_free(const Slot *slot) { return !(slot->proof.white | slot->proof.black); }

static int is_proven(Proof proof) { return !proof.white || !proof.black; }

static uint32_t find_slot(uint64_t whites, uint64_t blacks) {
    uint64_t white = whites ^ whites >> MOVER_SHIFT << MOVER_SHIFT, mover = whites >> MOVER_SHIFT;
    uint64_t hash = (white ^ mover << 30) * 0x1E3779B97F4A7C15 ^ blacks * 0x2545F4914F6CDD1D;
    uint32_t at = hash >> 37 & (size - 1);
    while (!is_free(&slots[at]) && (slots[at].whites != whites || slots[at].blacks != blacks))
        at = (at + 1) & (size - 1);
    return at;
}

/* Have as many slots, of which those behind the first `kept` are free.  Returns 0 without memory. */
static int set_size(uint32_t count, uint32_t kept) {
    uint32_t more = count > allocated ? count - allocated : 0;
    size_t pages = (more * sizeof(Slot) + PAGE - 1) / PAGE;
    if (pages && __builtin_wasm_memory_grow(0, pages) == (size_t)-1)
        return 0;
    uint32_t used = count < allocated ? count : allocated; /* what is new is free */
    if (used > kept)
        __builtin_memset(slots + kept, 0, (used - kept) * sizeof(Slot));
    allocated += more;
    size = count;
    max_entries = (uint64_t)count * 7 / 10;
    return 1;
}

/* Place all entries anew among `old` slots, or twice as many.
 *
 * `only_proofs` leaves out estimates, and of every four proofs the first `skipped`. */
static void place_anew(uint32_t old, int only_proofs, uint32_t skipped) {
    uint32_t begin = 0, proofs = 0;
    while (!is_free(&slots[begin])) /* seven of ten at most are taken */
        begin++;
    entries = 0;
    for (uint32_t i = 1; i <= old; i++) {
        Slot *slot = &slots[(begin + i) & (old - 1)], moved = *slot;
        *slot = (Slot){0};
        if (is_free(&moved) || (only_proofs && !is_proven(moved.proof)))
            continue;
        if (only_proofs && ++proofs % 4 < skipped)
            continue;
        slots[find_slot(moved.whites, moved.blacks)] = moved;
        entries++;
    }
}

/* Make room for one entry at least: grow, or drop estimates, which are soon computed again; if this
 * frees too little, three of every four proofs as well.  Returns 1 if entries have moved. */
static int make_room(void) {
    if (entries < max_entries)
        return 0;
    uint32_t old = size;
    if (old < max_size && set_size(2 * old, old)) {
        place_anew(old, 0, 0);
        return 1;
    }
    max_size = old; /* the computer may have no more memory */
    place_anew(old, 1, 0);
    if (entries > old / 2)
        place_anew(old, 1, 3);
    return 1;
}

static void store(uint32_t at, uint64_t whites, uint64_t blacks, Proof proof, uint64_t list) {
    entries += is_free(&slots[at]);
    slots[at] = (Slot){proof, whites, blacks, list};
}
