/* Positions as players see them: any legal move, 0-moves as plies of their own (M6), ended rounds.
 *
 * The same as host/engine/kamisado/rules.py.
 */

typedef struct {
    uint8_t squares[TOWERS];
    uint8_t mover; /* the required tower, ANY_WHITE or ANY_BLACK */
    uint8_t last;  /* side that made the last move other than a pass */
} Position;

typedef struct {
    uint8_t origin, target, pushed; /* `pushed`: number of towers that a push moves */
} Move;

enum { ENDED = MOVERS }; /* `mover` of a root that is no node, because its winner is known at once */

static Bits occupied_by(const Position *position) {
    Bits occupied = 0;
    for (int tower = 0; tower < TOWERS; tower++)
        occupied |= bit_of(position->squares[tower]);
    return occupied;
}

/* Return the tower that has reached the opponent's home row (M7), or -1. */
static int arrival(const Position *position) {
    int side = position->mover & BLACK, other = opponent(side);
    for (int tower = other; tower < other + 8; tower++)
        if (is_home(position->squares[tower], side))
            return tower;
    return -1;
}

/* Return True if the 0-moves that begin with the required tower would never end (M8). */
static int is_deadlock(const Position *position, Bits occupied) {
    int tower = position->mover, chain = 0;
    if (tower >= TOWERS)
        return 0;
    for (; !(chain >> tower & 1); tower = given.colours[position->squares[tower]] + opponent(tower & BLACK)) {
        if (!is_blocked(position->squares, occupied, tower))
            return 0;
        chain |= 1 << tower;
    }
    return 1;
}

/* Write the moves of a tower in the engine's order; returns their number. */
static int tower_moves(const Position *position, Bits occupied, int tower, Move *moves) {
    int origin = position->squares[tower], count = 0;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int square = origin;
        for (int far = 0; far < REACH[given.teeth[tower]]; far++) {
            square = next_square(square, tower, direction);
            if (square < 0 || occupied >> square & 1)
                break;
            moves[count++] = (Move){origin, square, 0};
        }
    }
    int pushed = given.teeth[tower] ? pushes(position->squares, occupied, tower) : 0;
    if (pushed)
        moves[count++] = (Move){origin, origin + ahead(tower), pushed};
    return count;
}

/* Write the legal moves in the engine's order; returns their number, 0 if the round is over. */
static int legal_moves(const Position *position, Move *moves) {
    if (arrival(position) >= 0)
        return 0;
    Bits occupied = occupied_by(position);
    int tower = position->mover, count = 0;
    if (tower >= TOWERS) {
        for (int each = tower & BLACK; each < (tower & BLACK) + 8; each++)
            count += tower_moves(position, occupied, each, moves + count);
        return count;
    }
    count = tower_moves(position, occupied, tower, moves);
    if (!count && !is_deadlock(position, occupied))
        moves[count++] = (Move){position->squares[tower], position->squares[tower], 0};
    return count;
}

static Position play(const Position *position, Move move) {
    Position after = *position;
    int side = position->mover & BLACK, way = move.target - move.origin;
    if (move.pushed) { /* the pusher's side moves again (S3) */
        shift_towers(after.squares, move.origin, way, move.pushed + 1);
        after.mover = given.colours[move.target + way * move.pushed] + side;
    } else {
        for (int tower = side; tower < side + 8; tower++)
            if (after.squares[tower] == move.origin)
                after.squares[tower] = move.target;
        after.mover = given.colours[move.target] + opponent(side);
    }
    if (way)
        after.last = side;
    return after;
}

/* Find the node of a position, ENDED if its winner is known at once; returns its first numbers. */
static Proof find_node(const Position *position, Bits occupied, int *mover) {
    uint8_t copy[TOWERS];
    int arrived = arrival(position), side = position->mover & BLACK;
    *mover = ENDED;
    if (arrived >= 0)
        return won_by(given.wins[arrived] ? opponent(side) : side);
    int lead = white_lead(position->squares);
    if (position->mover >= TOWERS) {
        *mover = position->mover;
        return estimate(*mover, 1, lead);
    }
    __builtin_memcpy(copy, position->squares, TOWERS);
    int found = resolve_passes(copy, occupied, position->mover, position->last);
    if (found < 0)
        return won_by(found == BLACK_WON ? BLACK : WHITE);
    *mover = found & (MOVERS - 1);
    return estimate(*mover, found >> MOVER_BITS, lead);
}

static uint32_t slot_of(const Position *position, int mover) {
    uint64_t whites = pack_squares(position->squares) | (uint64_t)mover << MOVER_SHIFT;
    return find_slot(whites, pack_squares(position->squares + BLACK));
}

/* Return the proof numbers that are known without a search. */
static Proof known(const Position *position) {
    int mover;
    Proof first = find_node(position, occupied_by(position), &mover);
    if (mover == ENDED)
        return first;
    const Slot *slot = &slots[slot_of(position, mover)];
    return is_free(slot) ? first : slot->proof;
}

static int is_won_by(const Position *position, int side) {
    Proof proof = known(position);
    return side == WHITE ? !proof.white : !proof.black;
}
