/* The board, its towers, and what is precomputed for towers with the teeth of one round.
 *
 * Numbers are those of host/engine/kamisado/board.py: squares 0 to 63 from a1 to h8, towers 0 to 7
 * of White and 8 to 15 of Black by colour.  An entry of a table for a tower on a square has the
 * index `tower << 6 | square`.
 */

#include <stdint.h>

enum { FILES = 8, SQUARES = 64, TOWERS = 16, DIRECTIONS = 3 };
enum { WHITE = 0, BLACK = 8 };              /* sides: bit 3 of a tower's number */
enum { ANY_WHITE = 16, ANY_BLACK = 24 };    /* mover of a round's first move (T1) */
enum { MAX_TOWER_MOVES = 22, MAX_MOVES = 8 * 21, MAX_STEPS = 1 << 13 };
enum { MAX_LEAD = 56 };

typedef uint64_t Bits; /* a set of squares */

/* A step along a line, with the opponent's tower that must reply to it. */
typedef struct {
    Bits bit;
    uint8_t target, reply;
} Step;

static const int REACH[] = {7, 5, 3, 1}; /* squares, by teeth (M2, S1, DS1, TS1) */

/* What the host writes before `begin`: the rules' figures and the round's towers. */
static struct {
    uint8_t teeth[TOWERS];
    uint8_t wins[TOWERS]; /* 1: its side wins a round that ends with its tooth */
    uint8_t colours[SQUARES];
    uint32_t odds[2 * MAX_LEAD + 1]; /* first proof number of a side, by the opponent's lead */
} given;

static Step steps[MAX_STEPS]; /* along a line the nearest first */
static uint16_t line_starts[TOWERS * SQUARES * DIRECTIONS + 1];
static Bits home_lines[TOWERS * SQUARES][DIRECTIONS]; /* never free where there is none */
static Bits in_front[TOWERS * SQUARES];               /* if all are occupied, there is no step */

static Bits bit_of(int square) { return (Bits)1 << square; }

static int is_home(int square, int side) { return (square >> 3) == (side == WHITE ? 0 : 7); }

static int opponent(int side) { return BLACK - side; }

static int ahead(int tower) { return tower & BLACK ? -FILES : FILES; }

/* Return the next square of a line, or -1 behind the edge; `direction` is 0 to 2. */
static int next_square(int square, int tower, int direction) {
    int file = (square & 7) + direction - 1, next = square + ahead(tower) + direction - 1;
    return file < 0 || file >= FILES || next < 0 || next >= SQUARES ? -1 : next;
}

/* A tower that earns too few points (`wins`) has lines that end before the home row: to arrive
 * there loses, and the search leaves such moves out. */
static void build_tables(void) {
    int count = 0, line = 0;
    for (int tower = 0; tower < TOWERS; tower++) {
        int reply = opponent(tower & BLACK), goal = reply;
        for (int origin = 0; origin < SQUARES; origin++) {
            int spot = tower << 6 | origin;
            in_front[spot] = 0;
            for (int direction = 0; direction < DIRECTIONS; direction++) {
                Bits mask = 0;
                int square = origin, last = origin;
                line_starts[line++] = (uint16_t)count;
                home_lines[spot][direction] = ~(Bits)0;
                for (int far = 0; far < REACH[given.teeth[tower]]; far++) {
                    square = next_square(square, tower, direction);
                    if (square < 0)
                        break;
                    mask |= bit_of(last = square);
                    if (!far)
                        in_front[spot] |= bit_of(square);
                    if (given.wins[tower] || !is_home(square, goal))
                        steps[count++] =
                            (Step){bit_of(square), square, reply + given.colours[square]};
                }
                if (mask && given.wins[tower] && is_home(last, goal))
                    home_lines[spot][direction] = mask;
            }
        }
    }
    line_starts[line] = (uint16_t)count;
}
