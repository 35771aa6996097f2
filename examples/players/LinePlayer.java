// A player of mnk games that speaks UGI: wins if it can, blocks if it must, else builds lines.
// Runs without compilation: java examples/players/LinePlayer.java. The idea is that of line_player.py.
import java.util.*;
import java.util.regex.*;
public class LinePlayer {
    static final int[][] DIRECTIONS = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    static int rows, columns, line, toMove;
    static int[][] marks; // [row from the bottom][column]: 0 free, 1 the player who begins, 2 the other

    static void clear(String game) { // mnk:M,N,K
        String[] sizes = game.split("[:,]");
        rows = Integer.parseInt(sizes[1]);
        columns = Integer.parseInt(sizes[2]);
        line = Integer.parseInt(sizes[3]);
        marks = new int[rows][columns];
        toMove = 1;
    }

    static void play(String move) { // column letters a to z, aa, ab, ..., then the row number
        String letters = move.replaceAll("[0-9]", "");
        int column = (letters.length() - 1) * 26 * (letters.charAt(0) - 'a' + 1);
        column += letters.charAt(letters.length() - 1) - 'a';
        marks[Integer.parseInt(move.substring(letters.length())) - 1][column] = toMove;
        toMove = 3 - toMove;
    }

    static void setUp(String text, String side) { // rows from the top, numbers for empty cells: xx1/3/oo1
        Matcher empty = Pattern.compile("\\d+").matcher(text);
        String[] lines = empty.replaceAll(n -> ".".repeat(Integer.parseInt(n.group()))).split("/");
        for (int k = 0; k < rows * columns; k++) {
            char mark = lines[rows - 1 - k / columns].charAt(k % columns);
            marks[k / columns][k % columns] = mark == 'x' ? 1 : mark == 'o' ? 2 : 0;
        }
        toMove = side.equals("x") ? 1 : 2;
    }

    static int at(int row, int column) { // -1 outside the board
        return row < 0 || row >= rows || column < 0 || column >= columns ? -1 : marks[row][column];
    }

    // The sum over the windows of `line` cells that one side alone can still fill, best in the centre.
    static double score(int row, int column) {
        double total = -1e-4 * (Math.abs(2 * row + 1 - rows) + Math.abs(2 * column + 1 - columns));
        for (int[] d : DIRECTIONS) {
            for (int start = 1 - line; start <= 0; start++) {
                int[] count = new int[4]; // free, first, second, outside
                for (int k = start; k < start + line; k++) {
                    count[at(row + k * d[0], column + k * d[1]) & 3]++;
                }
                int mine = count[toMove], all = mine + count[3 - toMove];
                if (count[3] == 0 && (mine == 0 || mine == all)) {
                    int bonus = all < line - 1 ? 0 : mine > 0 ? 6 : 3; // my win, or the opponent's
                    total += (mine > 0 ? 2 : 1) * Math.pow(8, all + bonus);
                }
            }
        }
        return total;
    }

    static String best() {
        String best = "(none)";
        double highest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < rows * columns; k++) {
            double value = score(k / columns, k % columns);
            if (marks[k / columns][k % columns] == 0 && value > highest) {
                highest = value;
                String first = k % columns < 26 ? "" : "" + (char) ('a' + k % columns / 26 - 1);
                best = first + (char) ('a' + k % columns % 26) + (k / columns + 1);
            }
        }
        return best;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        String game = "mnk:3,3,3";
        clear(game);
        while (in.hasNextLine()) {
            String[] words = in.nextLine().trim().split("\\s+");
            if (words[0].equals("ugi")) {
                System.out.println("id name line player (Java)\nid author Plywood");
                System.out.println("option name game type string default mnk:3,3,3\nugiok");
            } else if (words[0].equals("isready")) {
                System.out.println("readyok");
            } else if (words[0].equals("setoption") && words.length == 5 && words[2].equals("game")) {
                game = words[4];
            } else if (words[0].equals("position")) { // startpos, or fen ROWS SIDE, then moves m1 m2 ...
                clear(game);
                if (words[1].equals("fen")) {
                    setUp(words[2], words[3]);
                }
                Arrays.stream(words).dropWhile(word -> !word.equals("moves")).skip(1).forEach(LinePlayer::play);
            } else if (words[0].equals("go")) {
                System.out.println("bestmove " + best());
            } else if (words[0].equals("quit")) {
                return;
            }
        }
    }
}
