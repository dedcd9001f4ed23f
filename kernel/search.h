/* Depth-first proof-number search (df-pn, Nagai 2002) with the 1+epsilon threshold.
 *
 * The same as host/ai/solver/dfpn.py, which explains it, node by node.
 */

enum { EPSILON_DIVISOR = 2, SLACK_DIVISOR = 8 };

/* A node of the path from the root to the current one. */
typedef struct {
    uint64_t whites, blacks; /* as in a slot */
    Bits occupied;
    uint64_t place;    /* of its children */
    uint32_t at;       /* its slot */
    int count;         /* of its children */
    Child *best;       /* that was entered */
    int64_t own_threshold, other_threshold; /* of the mover and its opponent: left at one of them */
} Frame;

static Frame path[MAX_DEPTH + 1];
static uint8_t squares[TOWERS]; /* of the current node */
static int depth;

static int mover_of(const Frame *frame) { return frame->whites >> MOVER_SHIFT; }

static uint64_t pack_squares(const uint8_t *side) {
    uint64_t packed = 0;
    for (int tower = 0; tower < 8; tower++)
        packed |= (uint64_t)side[tower] << 6 * tower;
    return packed;
}

static Child *children_of(const Frame *frame) { return rows + (frame->place - first_place); }

/* Drop all lists but those of the path, if there may be too few rows. */
static void make_room_for_children(void) {
    if (taken + MAX_MOVES <= max_rows)
        return;
    uint32_t kept = 0;
    uint64_t new_first = first_place + max_rows;
    for (int level = 0; level < depth; level++) {
        Frame *frame = &path[level];
        Child *children = children_of(frame);
        for (int i = 0; i < frame->count; i++)
            path_rows[kept + i] = children[i];
        frame->best = rows + kept + (frame->best - children);
        frame->place = new_first + kept;
        kept += frame->count;
    }
    __builtin_memcpy(rows, path_rows, kept * sizeof(Child));
    first_place = new_first;
    taken = kept;
}

static void make_room_for_entries(void) {
    if (make_room())
        for (int level = 0; level < depth; level++)
            path[level].at = find_slot(path[level].whites, path[level].blacks);
}

/* Begin a search at a node. */
static void open_root(const uint8_t *from, Bits occupied, int mover) {
    __builtin_memcpy(squares, from, TOWERS);
    depth = 0;
    path[0].whites = pack_squares(from) | (uint64_t)mover << MOVER_SHIFT;
    path[0].blacks = pack_squares(from + BLACK);
    path[0].occupied = occupied;
    path[0].own_threshold = path[0].other_threshold = INFINITY;
}

/* Leave all nodes as soon as possible, so that their numbers and children are kept. */
static void leave_all(void) {
    for (int level = 0; level <= depth; level++)
        path[level].own_threshold = 0;
}

/* Find the children of the current node, by the table or anew. */
static void enter(Frame *node) {
    int mover = mover_of(node);
    node->at = find_slot(node->whites, node->blacks);
    Slot *slot = &slots[node->at];
    node->place = slot->list >> COUNT_BITS;
    node->count = slot->list & ((1 << COUNT_BITS) - 1);
    if (!is_free(slot) && is_proven(slot->proof)) {
        node->place = first_place;
        node->count = (slot->proof.black == 0) == ((mover & BLACK) != 0) ? WON : LOST;
    } else if (node->place < first_place) {
        node->place = first_place + taken;
        node->count = expand(rows + taken, squares, node->occupied, mover);
        if (node->count > 0)
            taken += node->count;
    }
}

/* Continue a search; returns the number of nodes that it has visited, at most `nodes`.
 *
 * `found` becomes the proof numbers of the root, (0, 0) if the search has only paused. */
static uint32_t search_on(uint32_t nodes, Proof *found) {
    *found = (Proof){0, 0};
    for (uint32_t visited = 0; visited < nodes;) {
        make_room_for_children();
        make_room_for_entries();
        visited++;
        enter(&path[depth]);
        for (;;) { /* compute the node's numbers, after each visit to one of its children */
            Frame *node = &path[depth];
            Child *children = children_of(node), *best = children;
            int64_t own = INFINITY, second = INFINITY, rest = 0;
            if (node->count == WON) {
                own = 0;
                rest = INFINITY;
            } else {
                for (Child *child = children; child < children + node->count; child++) {
                    rest += child->other;
                    if (child->own <= own) {
                        second = own;
                        own = child->own;
                        best = child;
                    } else if (child->own < second) {
                        second = child->own;
                    }
                }
                if (!own)
                    rest = INFINITY;
                else if (rest >= INFINITY)
                    rest = INFINITY - 1;
            }
            int side = mover_of(node) & BLACK;
            if (own < node->own_threshold && rest < node->other_threshold && own && rest) {
                Frame *next = node + 1;
                node->best = best;
                second += second / EPSILON_DIVISOR + 1;
                int64_t own_threshold = second < node->own_threshold ? second : node->own_threshold;
                int64_t other_threshold = node->other_threshold + best->other - rest;
                other_threshold += other_threshold / SLACK_DIVISOR;
                if (other_threshold > INFINITY)
                    other_threshold = INFINITY;
                int same = (int)(best->mover & BLACK) == side;
                next->own_threshold = same ? own_threshold : other_threshold;
                next->other_threshold = same ? other_threshold : own_threshold;
                next->occupied = node->occupied ^ make_move(best, squares, 0);
                next->whites = pack_squares(squares) | (uint64_t)best->mover << MOVER_SHIFT;
                next->blacks = pack_squares(squares + BLACK);
                depth++;
                break;
            }
            Proof proof = side ? (Proof){rest, own} : (Proof){own, rest};
            /* Another node may have taken its slot. */
            store(find_slot(node->whites, node->blacks), node->whites, node->blacks, proof,
                  own && rest ? node->place << COUNT_BITS | node->count : 0);
            if (!depth) {
                *found = proof;
                return visited;
            }
            node = &path[--depth];
            best = node->best;
            make_move(best, squares, 1);
            int changed = (mover_of(node) & BLACK) != side;
            best->own = changed ? rest : own;
            best->other = changed ? own : rest;
            if (best->own == INFINITY) { /* refuted: not looked at again */
                Child *end = children_of(node) + --node->count;
                for (; best < end; best++)
                    *best = best[1];
            }
        }
    }
    return nodes;
}
