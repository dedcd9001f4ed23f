/* Plies to the end of a round: the fastest win and the longest defence, and the line of a proof.
 *
 * The same as host/ai/solver/distance_to_win.py and principal_variation.py, which say what is exact.
 */

enum { MEMO_SLOTS = 1 << 15, MAX_POSITIONS = MEMO_SLOTS / 4 * 3, MAX_PLIES = 1000 };
enum { TOO_FAR = -1, UNKNOWN = -2 };

/* What is known of a position; entries of an earlier question have another `question`. */
typedef struct {
    uint64_t whites, blacks;
    uint32_t question;
    int16_t won_within, not_within; /* plies; UNKNOWN */
    int16_t length;                 /* of the line; UNKNOWN */
} Memo;

static Memo memos[MEMO_SLOTS];
static uint32_t question;
static int positions_left, winner;

/* Return what is known of a position; if nothing is, what it may be written to at once. */
static Memo *memo_of(const Position *position) {
    uint64_t rest = position->mover | (position->last == BLACK) << MOVER_BITS;
    uint64_t whites = pack_squares(position->squares) | rest << MOVER_SHIFT;
    uint64_t blacks = pack_squares(position->squares + BLACK);
    uint64_t hash = whites * 0x1E3779B97F4A7C15 ^ blacks * 0x2545F4914F6CDD1D;
    uint32_t at = hash >> 40 & (MEMO_SLOTS - 1);
    while (memos[at].question == question && (memos[at].whites != whites || memos[at].blacks != blacks))
        at = (at + 1) & (MEMO_SLOTS - 1);
    if (memos[at].question != question)
        memos[at] = (Memo){whites, blacks, question - 1, UNKNOWN, UNKNOWN, UNKNOWN};
    return &memos[at];
}

/* Begin a question about the win of a side, which may look at so many positions. */
static void ask(int side, int positions) {
    question++;
    winner = side;
    positions_left = positions < MAX_POSITIONS ? positions : MAX_POSITIONS;
}

/* Return 1 if the winner can win in at most `plies` plies, 0 if not, or TOO_FAR. */
static int is_won_within(const Position *position, int plies) {
    Move moves[MAX_MOVES];
    Memo *memo = memo_of(position);
    if (memo->not_within >= plies)
        return 0;
    if (memo->won_within != UNKNOWN && memo->won_within <= plies)
        return 1;
    if (positions_left-- <= 0)
        return TOO_FAR;
    if (is_won_by(position, opponent(winner))) {
        memo->question = question;
        memo->not_within = INT16_MAX;
        return 0;
    }
    int side = position->mover & BLACK, own = side == winner, found = !own;
    int count = legal_moves(position, moves);
    if (!count)
        found = is_won_by(position, winner);
    else if (!plies)
        found = 0;
    else
        for (int i = 0; i < count && found != own; i++) {
            /* A move wins at once by an arrival; one that makes a deadlock loses (M8). */
            if (plies == 1 && own && !is_home(moves[i].target, opponent(side)))
                continue;
            Position after = play(position, moves[i]);
            found = is_won_within(&after, plies - 1);
            if (found == TOO_FAR)
                return TOO_FAR;
        }
    memo = memo_of(position); /* others have been written meanwhile */
    memo->question = question;
    if (found)
        memo->won_within = plies;
    else
        memo->not_within = plies;
    return found;
}

/* Keep of `count` positions after the winner's moves those that it wins soonest; returns the plies
 * from before the move, TOO_FAR beyond the limit.  `chosen` is 1 for a position that is kept. */
static int fastest_wins(const Position *afters, int count, uint8_t *chosen) {
    for (int plies = 0; plies < MAX_PLIES; plies++) {
        int any = 0;
        for (int i = 0; i < count; i++) {
            int found = is_won_within(&afters[i], plies);
            if (found == TOO_FAR)
                return TOO_FAR;
            any |= chosen[i] = found;
        }
        if (any)
            return plies + 1;
    }
    return TOO_FAR;
}

/* Keep of `count` positions after the loser's moves those that last longest; as `fastest_wins`, but
 * TOO_FAR leaves those that outlasted the search. */
static int longest_defences(const Position *afters, int count, uint8_t *chosen) {
    for (int i = 0; i < count; i++)
        chosen[i] = 1;
    for (int plies = 0; plies < MAX_PLIES; plies++) {
        uint8_t lasting[MAX_MOVES];
        int any = 0;
        for (int i = 0; i < count; i++) {
            int found = chosen[i] ? is_won_within(&afters[i], plies) : 1;
            if (found == TOO_FAR)
                return TOO_FAR;
            any |= lasting[i] = !found;
        }
        if (!any)
            return plies + 1;
        __builtin_memcpy(chosen, lasting, count);
    }
    return TOO_FAR;
}

/* Write the moves of the loser, or those that are proven of the winner; returns their number. */
static int candidates(const Position *position, Move *moves) {
    int count = legal_moves(position, moves), kept = 0;
    if ((position->mover & BLACK) != winner)
        return count;
    for (int i = 0; i < count; i++) {
        Position after = play(position, moves[i]);
        if (is_won_by(&after, winner))
            moves[kept++] = moves[i];
    }
    return kept;
}

/* Return the plies to the end of the round at the longest defence, or TOO_FAR. */
static int length_of(const Position *position, int level) {
    Move moves[MAX_MOVES];
    const Memo *known = memo_of(position);
    if (known->length != UNKNOWN)
        return known->length;
    int count = candidates(position, moves), length = 0;
    if (!count && legal_moves(position, moves))
        return TOO_FAR; /* the table has dropped the proof */
    /* A round that has ended counts in any case, so that a win at once is not missed. */
    if (count && (positions_left <= 0 || level >= MAX_PLIES))
        return TOO_FAR;
    for (int i = 0; i < count; i++) {
        Position after = play(position, moves[i]);
        int found = length_of(&after, level + 1);
        if (found == TOO_FAR)
            return TOO_FAR;
        int is_own = (position->mover & BLACK) == winner;
        if (!i || (is_own ? found + 1 < length : found + 1 > length))
            length = found + 1;
    }
    if (positions_left > -MEMO_SLOTS / 8) { /* ended rounds count beyond the limit, see above */
        Memo *memo = memo_of(position);
        positions_left--;
        memo->question = question;
        memo->length = length;
    }
    return length;
}

/* Write the moves from a position to the end of the round; returns their number.
 *
 * Where the table has dropped the proof of the winner's next move the line breaks off, and
 * `position` is then the one whose moves must be proven; else it is the end of the round. */
static int follow_line(Position *position, Move *line, int most) {
    Move moves[MAX_MOVES];
    int plies = 0, count;
    while (plies < most && (count = candidates(position, moves))) {
        int is_own = (position->mover & BLACK) == winner, best = 0, best_length = 0;
        for (int i = 0; count > 1 && i < count; i++) {
            Position after = play(position, moves[i]);
            int length = length_of(&after, 0);
            if (length == TOO_FAR) /* so it probably leads to a long line */
                length = MAX_POSITIONS;
            if (!i || (is_own ? length < best_length : length > best_length)) {
                best = i;
                best_length = length;
            }
        }
        line[plies++] = moves[best];
        *position = play(position, moves[best]);
    }
    return plies;
}
