// A player of mnk games that speaks UGI: wins if it can, blocks if it must, else builds lines.
// cc -std=c11 -O2 -o line_player examples/players/line_player.c. The idea is that of line_player.py.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { SIDE = 100, LONGEST = 65536 }; // largest board; longest command: 10,000 moves of at most 5 characters
static const char SPACE[] = " \t\r\n";
static const int DIRECTIONS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
static int rows = 3, columns = 3, line = 3, to_move = 1;
static int marks[SIDE][SIDE]; // [row from the bottom][column]: 0 free, 1 the player who begins, 2 the other

static int at(int row, int column) { // 3 outside the board
    return row < 0 || row >= rows || column < 0 || column >= columns ? 3 : marks[row][column];
}

static void play(const char *move) { // column letters a to z, aa, ab, ..., then the row number
    int column = 0;
    for (; *move >= 'a' && *move <= 'z'; move++)
        column = column * 26 + *move - 'a' + 1;
    int row = atoi(move) - 1;
    if (at(row, column - 1) == 0)
        marks[row][column - 1] = to_move;
    to_move = 3 - to_move;
}

static void set_up(const char *text, const char *side) { // rows from the top, numbers for empty cells: xx1/3/oo1
    int row = rows - 1, column = 0;
    for (char *end; *text; text++)
        if (*text == '/')
            row--, column = 0;
        else if (*text >= '0' && *text <= '9')
            column += (int)strtol(text, &end, 10), text = end - 1;
        else if (at(row, column++) == 0 && *text != '.')
            marks[row][column - 1] = *text == 'x' ? 1 : 2;
    to_move = *side == 'x' ? 1 : 2;
}

// The sum over the windows of `line` cells through the cell that one side alone can still fill, best in the centre.
static double score(int row, int column) {
    double total = -1e-4 * (abs(2 * row + 1 - rows) + abs(2 * column + 1 - columns));
    for (int d = 0; d < 4; d++)
        for (int start = 1 - line; start <= 0; start++) {
            int count[4] = {0}; // free, first, second, outside
            for (int k = start; k < start + line; k++)
                count[at(row + k * DIRECTIONS[d][0], column + k * DIRECTIONS[d][1])]++;
            int mine = count[to_move], all = mine + count[3 - to_move];
            if (count[3] > 0 || (mine > 0 && mine < all))
                continue;
            double value = mine > 0 ? 2 : 1;
            for (int power = all + (all < line - 1 ? 0 : mine > 0 ? 6 : 3); power > 0; power--)
                value *= 8; // 6: my win, 3: the opponent's
            total += value;
        }
    return total;
}

static void answer(void) {
    int best = -1;
    double highest = -1;
    for (int k = 0; k < rows * columns; k++) {
        double value = score(k / columns, k % columns);
        if (marks[k / columns][k % columns] == 0 && (best < 0 || value > highest))
            highest = value, best = k;
    }
    char first[2] = {best % columns < 26 ? 0 : (char)('a' + best % columns / 26 - 1)};
    printf(best < 0 ? "bestmove (none)\n" : "bestmove %s%c%d\n", first, 'a' + best % columns % 26, best / columns + 1);
}

int main(void) {
    static char text[LONGEST];
    setvbuf(stdout, NULL, _IOLBF, 0); // each line leaves at once, also into a pipe
    while (fgets(text, sizeof text, stdin)) {
        char *word = strtok(text, SPACE);
        if (!word)
            continue;
        if (!strcmp(word, "ugi"))
            printf("id name line player (C)\nid author Plywood\n"
                   "option name game type string default mnk:3,3,3\nugiok\n");
        else if (!strcmp(word, "isready"))
            printf("readyok\n");
        else if (!strcmp(word, "setoption")) { // the rest: name game value mnk:M,N,K
            int m, n, k, read = sscanf(word + strlen(word) + 1, "name game value mnk:%d,%d,%d", &m, &n, &k);
            if (read == 3 && m > 0 && m <= SIDE && n > 0 && n <= SIDE)
                rows = m, columns = n, line = k;
        } else if (!strcmp(word, "position")) { // the rest: startpos, or fen ROWS SIDE, then moves m1 m2 ...
            memset(marks, 0, sizeof marks);
            to_move = 1;
            char *start = strtok(NULL, SPACE), *board, *side;
            if (start && !strcmp(start, "fen") && (board = strtok(NULL, SPACE)) && (side = strtok(NULL, SPACE)))
                set_up(board, side);
            strtok(NULL, SPACE); // the word moves
            while ((word = strtok(NULL, SPACE)))
                play(word);
        } else if (!strcmp(word, "go"))
            answer();
        else if (!strcmp(word, "quit"))
            return 0;
    }
}
