/* Nodes of the search: the required tower can move, and cannot reach the opponent's home row.
 *
 * The same as host/ai/solver/successor.py and proof_numbers.py, which explain why positions never
 * repeat, what is left out, and how the first numbers of a node are estimated.  `squares` are those
 * of the towers; a function that changes them restores them.
 */

enum { WHITE_WON = -1, BLACK_WON = -2 }; /* results in place of a mover */
enum { MOVER_BITS = 5, MOVERS = 1 << MOVER_BITS };

#define INFINITY ((1u << 30) - 1)

/* Proof numbers of White and Black: 0 is a proof, INFINITY a disproof. */
typedef struct {
    uint32_t white, black;
} Proof;

static Proof won_by(int side) {
    return side == WHITE ? (Proof){0, INFINITY} : (Proof){INFINITY, 0};
}

/* Return the number of towers that a push moves (S2-S11, DS2-DS8, TS2-TS8); 0 if it cannot. */
static int pushes(const uint8_t *squares, Bits occupied, int tower) {
    int strength = given.teeth[tower], way = ahead(tower), count = 0;
    int square = squares[tower] + way;
    for (; square >= 0 && square < SQUARES && occupied >> square & 1; square += way) {
        int other = 0;
        while (squares[other] != square)
            other++;
        if (!((other ^ tower) & BLACK) || given.teeth[other] >= strength)
            return 0;
        count++;
    }
    return count <= strength && square >= 0 && square < SQUARES ? count : 0;
}

/* Move the towers on `count` squares in a row, the first at `origin`, by one square. */
static void shift_towers(uint8_t *squares, int origin, int way, int count) {
    for (int tower = 0; tower < TOWERS; tower++) {
        int far = way < 0 ? origin - squares[tower] : squares[tower] - origin;
        if (far >= 0 && far < FILES * count && far % FILES == 0)
            squares[tower] += way;
    }
}

static int is_blocked(const uint8_t *squares, Bits occupied, int tower) {
    Bits front = in_front[tower << 6 | squares[tower]];
    if ((front & occupied) != front)
        return 0;
    return !given.teeth[tower] || !pushes(squares, occupied, tower);
}

static int can_reach_home(int spot, Bits occupied) {
    const Bits *lines = home_lines[spot];
    return !(lines[0] & occupied && lines[1] & occupied && lines[2] & occupied);
}

/* Return the number of moves after which the opponent cannot reach the home row; a push counts. */
static int count_safe_moves(const uint8_t *squares, Bits occupied, int tower) {
    int origin = squares[tower], count = 0;
    int first = DIRECTIONS * (tower << 6 | origin);
    Bits lifted = occupied ^ bit_of(origin);
    for (int line = first; line < first + DIRECTIONS; line++)
        for (int i = line_starts[line]; i < line_starts[line + 1]; i++) {
            if (occupied & steps[i].bit)
                break;
            int reply = steps[i].reply;
            count += !can_reach_home(reply << 6 | squares[reply], lifted | steps[i].bit);
        }
    return count + (given.teeth[tower] && pushes(squares, occupied, tower));
}

/* Play the 0-moves that follow a move (M6).  Returns the mover and its number of safe moves times
 * MOVERS; or who has won.  `last` is the side that made the move: it loses a deadlock (M8). */
static int resolve_passes(const uint8_t *squares, Bits occupied, int required, int last) {
    int first = required, chain = 0;
    while (is_blocked(squares, occupied, required)) {
        if (chain >> required & 1) {
            int wins = given.wins[(first & 7) | opponent(last)];
            return (last == WHITE) == wins ? BLACK_WON : WHITE_WON;
        }
        chain |= 1 << required;
        required = given.colours[squares[required]] + opponent(required & BLACK);
    }
    if (can_reach_home(required << 6 | squares[required], occupied))
        return required & BLACK ? BLACK_WON : WHITE_WON;
    int count = count_safe_moves(squares, occupied, required);
    if (!count)
        return required & BLACK ? WHITE_WON : BLACK_WON;
    return required | count << MOVER_BITS;
}

/* Return the rows by which White's towers have advanced, minus those of Black's. */
static int white_lead(const uint8_t *squares) {
    int rows = -MAX_LEAD;
    for (int tower = 0; tower < TOWERS; tower++)
        rows += squares[tower] >> 3;
    return rows;
}

/* One of `count` safe moves must be proven for the mover's win, all refuted for the opponent's. */
static Proof estimate(int mover, int count, int lead) {
    uint32_t white = given.odds[MAX_LEAD - lead], black = given.odds[MAX_LEAD + lead];
    return mover & BLACK ? (Proof){count * white, black} : (Proof){white, count * black};
}

/* Return the first numbers of a node whose mover has one safe move, those after this move; returns
 * no numbers (0, 0) if the move wins: it leaves the opponent no safe move. */
static Proof estimate_forced(uint8_t *squares, Bits occupied, int tower, int lead) {
    int origin = squares[tower], found = -1;
    int first = DIRECTIONS * (tower << 6 | origin);
    Bits lifted = occupied ^ bit_of(origin);
    for (int line = first; line < first + DIRECTIONS; line++)
        for (int i = line_starts[line]; i < line_starts[line + 1]; i++) {
            if (occupied & steps[i].bit)
                break;
            int reply = steps[i].reply;
            if (!can_reach_home(reply << 6 | squares[reply], lifted | steps[i].bit))
                found = i;
        }
    if (found < 0) /* a push */
        return estimate(tower, 1, lead);
    int required = steps[found].reply, target = steps[found].target;
    Bits after = lifted | steps[found].bit, front = in_front[required << 6 | squares[required]];
    if ((front & after) == front)
        return estimate(tower, 1, lead);
    squares[tower] = target;
    int count = count_safe_moves(squares, after, required);
    squares[tower] = origin;
    if (!count)
        return (Proof){0, 0};
    return estimate(required, count, lead + (target >> 3) - (origin >> 3));
}
