package mnkgame;

/** Stand-in for the course's cell, with its published signatures: row i from the top, column j, state. */
public class MNKCell {
    public final int i, j;
    public final MNKCellState state;

    public MNKCell(int i, int j, MNKCellState state) {
        this.i = i;
        this.j = j;
        this.state = state;
    }

    public MNKCell(int i, int j) {
        this(i, j, MNKCellState.FREE);
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof MNKCell)) {
            return false;
        }
        MNKCell cell = (MNKCell) other;
        return cell.i == i && cell.j == j && cell.state == state;
    }

    @Override
    public int hashCode() {
        return (i * 1009 + j) * 3 + state.ordinal();
    }

    @Override
    public String toString() {
        return "[" + i + "," + j + "] " + state;
    }
}
