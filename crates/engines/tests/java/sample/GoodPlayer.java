package sample;

import mnkgame.MNKBoard;
import mnkgame.MNKCell;
import mnkgame.MNKGameState;
import mnkgame.MNKPlayer;

/**
 * A course player as teams write them: subclasses the board, reads a protected field, follows the game by the
 * last marked cell, prints to standard output. Wins if it can, blocks if it must, else plays near the centre.
 */
public class GoodPlayer implements MNKPlayer {
    private static final class Board extends MNKBoard {
        Board(int M, int N, int K) {
            super(M, N, K);
        }

        boolean isFinished() {
            return gameState != MNKGameState.OPEN;
        }

        boolean winsAt(MNKCell cell, boolean opponent) {
            int mover = currentPlayer;
            currentPlayer = opponent ? 1 - mover : mover;
            markCell(cell.i, cell.j);
            boolean wins = isFinished() && gameState != MNKGameState.DRAW;
            unmarkCell();
            currentPlayer = mover;
            return wins;
        }
    }

    private Board board;

    @Override
    public void initPlayer(int M, int N, int K, boolean first, int timeout_in_secs) {
        board = new Board(M, N, K);
        System.out.println("limit " + timeout_in_secs + " s, first " + first);
    }

    @Override
    public MNKCell selectCell(MNKCell[] FC, MNKCell[] MC) {
        for (int k = board.getMarkedCells().length; k < MC.length; k++) {
            board.markCell(MC[k].i, MC[k].j);
        }
        MNKCell best = choose(FC);
        board.markCell(best.i, best.j);
        System.out.println("bestmove a1"); // must not reach the manager
        return best;
    }

    private MNKCell choose(MNKCell[] free) {
        for (boolean opponent : new boolean[] {false, true}) {
            for (MNKCell cell : free) {
                if (board.winsAt(cell, opponent)) {
                    return cell;
                }
            }
        }
        MNKCell best = free[0];
        for (MNKCell cell : free) {
            if (fromCentre(cell) < fromCentre(best)) {
                best = cell;
            }
        }
        return best;
    }

    private int fromCentre(MNKCell cell) {
        return Math.abs(2 * cell.i + 1 - board.M) + Math.abs(2 * cell.j + 1 - board.N);
    }

    @Override
    public String playerName() {
        return "Good player";
    }
}
