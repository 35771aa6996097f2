package mnkgame;

import java.util.HashSet;
import java.util.LinkedList;

/** Stand-in for the course's board, with its published signatures; the rules are written from scratch. */
public class MNKBoard {
    private static final int[][] DIRECTIONS = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

    public final int M, N, K;
    protected final MNKCellState[][] B;
    protected final LinkedList<MNKCell> MC = new LinkedList<>();
    protected final HashSet<MNKCell> FC = new HashSet<>();
    protected int currentPlayer;
    protected MNKGameState gameState;

    public MNKBoard(int M, int N, int K) {
        if (M < 1 || N < 1 || K < 1) {
            throw new IllegalArgumentException("M, N and K must be positive");
        }
        this.M = M;
        this.N = N;
        this.K = K;
        B = new MNKCellState[M][N];
        reset();
    }

    public void reset() {
        currentPlayer = 0;
        gameState = MNKGameState.OPEN;
        MC.clear();
        FC.clear();
        for (int i = 0; i < M; i++) {
            for (int j = 0; j < N; j++) {
                B[i][j] = MNKCellState.FREE;
                FC.add(new MNKCell(i, j));
            }
        }
    }

    public MNKCellState cellState(int i, int j) {
        if (!inside(i, j)) {
            throw new IndexOutOfBoundsException("[" + i + "," + j + "] is outside the board");
        }
        return B[i][j];
    }

    public MNKGameState gameState() {
        return gameState;
    }

    public int currentPlayer() {
        return currentPlayer;
    }

    public MNKGameState markCell(int i, int j) {
        if (gameState != MNKGameState.OPEN) {
            throw new IllegalStateException("the game is over");
        }
        if (cellState(i, j) != MNKCellState.FREE) {
            throw new IllegalStateException("[" + i + "," + j + "] is not free");
        }
        MNKCellState mark = MNKCellState.values()[currentPlayer];
        B[i][j] = mark;
        FC.remove(new MNKCell(i, j));
        MC.add(new MNKCell(i, j, mark));
        if (makesLine(i, j)) {
            gameState = mark == MNKCellState.P1 ? MNKGameState.WINP1 : MNKGameState.WINP2;
        } else if (FC.isEmpty()) {
            gameState = MNKGameState.DRAW;
        }
        currentPlayer = 1 - currentPlayer;
        return gameState;
    }

    public void unmarkCell() {
        if (MC.isEmpty()) {
            throw new IllegalStateException("no cell is marked");
        }
        MNKCell last = MC.removeLast();
        B[last.i][last.j] = MNKCellState.FREE;
        FC.add(new MNKCell(last.i, last.j));
        currentPlayer = 1 - currentPlayer;
        gameState = MNKGameState.OPEN;
    }

    public MNKCell[] getMarkedCells() {
        return MC.toArray(new MNKCell[0]);
    }

    public MNKCell[] getFreeCells() {
        return FC.toArray(new MNKCell[0]);
    }

    private boolean inside(int i, int j) {
        return i >= 0 && i < M && j >= 0 && j < N;
    }

    private boolean makesLine(int i, int j) {
        for (int[] d : DIRECTIONS) {
            if (1 + run(i, j, d[0], d[1]) + run(i, j, -d[0], -d[1]) >= K) {
                return true;
            }
        }
        return false;
    }

    private int run(int i, int j, int di, int dj) {
        int length = 0;
        while (inside(i + (length + 1) * di, j + (length + 1) * dj)
                && B[i + (length + 1) * di][j + (length + 1) * dj] == B[i][j]) {
            length++;
        }
        return length;
    }
}
