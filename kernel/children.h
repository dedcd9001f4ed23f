/* Children of nodes, and the lists of them that are kept for nodes to which the search returns.
 *
 * The same as host/ai/solver/expansion.py and child_lists.py.  Lists lie one after another; places
 * count on when they are dropped, so that older ones are known to be gone.
 */

enum { LOST = 0, WON = -1 }; /* results of `expand` in place of a number of children */

/* Bound on the length of a path, see child_lists.py. */
enum { MAX_DEPTH = 3000 };
enum { MAX_PATH_ROWS = MAX_DEPTH * MAX_TOWER_MOVES + MAX_MOVES };

typedef struct {
    uint8_t tower, origin, target, pushed; /* `pushed`: number of towers that a push moves */
    uint32_t mover;                        /* that moves next */
    uint32_t own, other;                   /* proof numbers of the side that moved, its opponent's */
} Child;

static Child *rows; /* all lists */
static Child path_rows[MAX_PATH_ROWS];
static uint32_t taken, max_rows;
static uint64_t first_place; /* of the first row; 0 is no place */

static void set_numbers(Child *child, Proof proof) {
    child->own = child->tower & BLACK ? proof.black : proof.white;
    child->other = child->tower & BLACK ? proof.white : proof.black;
}

/* Write the child after a push.  Returns 1; 0 if there is no push or it loses at once; WON. */
static int add_push(Child *child, uint8_t *squares, Bits occupied, int tower, int lead) {
    int count = pushes(squares, occupied, tower);
    if (!count)
        return 0;
    int side = tower & BLACK, origin = squares[tower], way = ahead(tower);
    int end = origin + way * (count + 1);
    shift_towers(squares, origin, way, count + 1);
    Bits after = occupied ^ bit_of(origin) ^ bit_of(end);
    int found = resolve_passes(squares, after, given.colours[end] + side, side);
    shift_towers(squares, end, -way, count + 1);
    if (found < 0)
        return (found == BLACK_WON) == (side == BLACK) ? WON : 0;
    int mover = found & (MOVERS - 1), advanced = side ? -(count + 1) : count + 1;
    *child = (Child){tower, origin, origin + way, count, mover, 0, 0};
    set_numbers(child, estimate(mover, found >> MOVER_BITS, lead + advanced));
    return 1;
}

/* Write the children of a node that do not lose at once; returns their number, WON or LOST.
 *
 * On each line the longest step comes last: the search tries the last of equal moves, and longer
 * steps end the round sooner. */
static int expand(Child *child, uint8_t *squares, Bits occupied, int mover) {
    Child *begin = child;
    int side = mover & BLACK, lead = white_lead(squares);
    int last = mover < TOWERS ? mover : side;
    for (int tower = mover < TOWERS ? mover : side + 7; tower >= last; tower--) {
        if (given.teeth[tower]) {
            int added = add_push(child, squares, occupied, tower, lead);
            if (added == WON)
                return WON;
            child += added;
        }
        int origin = squares[tower], first = DIRECTIONS * (tower << 6 | origin);
        Bits lifted = occupied ^ bit_of(origin);
        for (int line = first + DIRECTIONS - 1; line >= first; line--)
            for (int i = line_starts[line]; i < line_starts[line + 1]; i++) {
                Step step = steps[i];
                if (occupied & step.bit)
                    break;
                Bits after = lifted | step.bit;
                int required = step.reply, spot = required << 6 | squares[required];
                if (can_reach_home(spot, after))
                    continue;
                int advanced = lead + (step.target >> 3) - (origin >> 3);
                Proof proof;
                squares[tower] = step.target;
                if ((in_front[spot] & after) == in_front[spot]) { /* no step, at most a push */
                    int found = resolve_passes(squares, after, required, side);
                    squares[tower] = origin;
                    if (found < 0) {
                        if ((found == BLACK_WON) == (side == BLACK))
                            return WON;
                        continue;
                    }
                    required = found & (MOVERS - 1);
                    proof = estimate(required, found >> MOVER_BITS, advanced);
                } else {
                    int count = count_safe_moves(squares, after, required);
                    proof = count == 1 ? estimate_forced(squares, after, required, advanced)
                                       : estimate(required, count, advanced);
                    squares[tower] = origin;
                    if (!count)
                        return WON;
                    if (!proof.white) /* the only safe reply wins */
                        continue;
                }
                *child = (Child){tower, origin, step.target, 0, required, 0, 0};
                set_numbers(child++, proof);
            }
    }
    return child - begin;
}

/* Make a child's move, or take it back; returns the squares that have changed. */
static Bits make_move(const Child *child, uint8_t *squares, int back) {
    int count = child->pushed + 1, way = ahead(child->tower);
    int end = child->pushed ? child->origin + way * count : child->target;
    if (!child->pushed)
        squares[child->tower] = back ? child->origin : child->target;
    else if (back)
        shift_towers(squares, end, -way, count);
    else
        shift_towers(squares, child->origin, way, count);
    return bit_of(child->origin) | bit_of(end);
}
