package sample;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mnkgame.MNKCell;
import mnkgame.MNKPlayer;

/**
 * A player with every fault a course player has shown. The fault is chosen by the class, for example
 * sample.BadPlayer$NullCell, because a class name is all that a user of the bridge can give; faults of a
 * move happen at the player's second move. Until then it takes the first free cell from the top left.
 */
public abstract class BadPlayer implements MNKPlayer {
    private static final List<Object> KEPT = new ArrayList<>();
    private int calls;

    /** What happens at the second move; a player that survives it plays on. */
    MNKCell misbehave(MNKCell[] free, MNKCell[] marked) {
        return firstOf(free);
    }

    @Override
    public void initPlayer(int M, int N, int K, boolean first, int timeout_in_secs) {
    }

    @Override
    public MNKCell selectCell(MNKCell[] FC, MNKCell[] MC) {
        calls++;
        return calls == 2 ? misbehave(FC, MC) : firstOf(FC);
    }

    @Override
    public String playerName() {
        return getClass().getSimpleName();
    }

    static MNKCell firstOf(MNKCell[] free) {
        MNKCell best = free[0];
        for (MNKCell cell : free) {
            if (cell.i < best.i || cell.i == best.i && cell.j < best.j) {
                best = cell;
            }
        }
        return best;
    }

    static int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }

    static void fillHeap() {
        while (true) {
            KEPT.add(new long[65_536]); // kept by the class: the heap stays full after the error
        }
    }

    static void sleep(long seconds) {
        try {
            Thread.sleep(seconds * 1000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void spin() {
        for (long count = 0; count >= 0; count++) {
            Thread.interrupted(); // deaf to every request to end
        }
    }

    // Expected cause: illegal.
    public static final class NullCell extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) { return null; }
    }

    public static final class OutsideCell extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) { return new MNKCell(1000, 0); }
    }

    public static final class NegativeCell extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) { return new MNKCell(0, -1); }
    }

    public static final class OccupiedCell extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) { return marked[0]; }
    }

    // Expected cause: crash.
    public static final class Throws extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) { return free[free.length]; }
    }

    public static final class Exits extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) { System.exit(0); return null; }
    }

    public static final class ExitsFromThread extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) {
            new Thread(() -> Runtime.getRuntime().exit(7)).start();
            sleep(60);
            return null;
        }
    }

    public static final class Halts extends BadPlayer { // ends without a line: the manager sees only the end
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) { Runtime.getRuntime().halt(9); return null; }
    }

    public static final class FailingInit extends BadPlayer {
        @Override public void initPlayer(int M, int N, int K, boolean first, int seconds) {
            throw new IllegalStateException("no");
        }
    }

    public static final class ExitingInit extends BadPlayer {
        @Override public void initPlayer(int M, int N, int K, boolean first, int seconds) { System.exit(1); }
    }

    public static final class FailingConstructor extends BadPlayer {
        public FailingConstructor() { throw new IllegalStateException("no\nsecond line"); }
    }

    public static final class FailingClass extends BadPlayer {
        static final int VALUE = Integer.parseInt("not a number");
    }

    public static final class ThrowsTwice extends BadPlayer { // its exception fails in turn
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) {
            throw new RuntimeException() {
                private static final long serialVersionUID = 1;
                @Override public String getMessage() { throw new IllegalStateException("again"); }
            };
        }
    }

    // Expected cause: resource.
    public static final class OverflowsStack extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) { return free[overflow(0)]; }
    }

    public static final class FillsHeap extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) { fillHeap(); return null; }
    }

    public static final class FillsHeapAtInit extends BadPlayer {
        @Override public void initPlayer(int M, int N, int K, boolean first, int seconds) { fillHeap(); }
    }

    // Expected cause: timeout; LateInit is timed by the bridge, the others by the manager.
    public static final class LateInit extends BadPlayer {
        @Override public void initPlayer(int M, int N, int K, boolean first, int seconds) { sleep(seconds + 2); }
    }

    public static final class Sleeps extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) { sleep(3600); return null; }
    }

    public static final class Spins extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) { spin(); return null; }
    }

    public static final class HangingConstructor extends BadPlayer {
        public HangingConstructor() { spin(); }
    }

    // Expected cause: protocol.
    public static final class NoConstructor extends BadPlayer {
        public NoConstructor(int unused) { }
    }

    public static final class NotAPlayer {
    }

    // To be survived: these play their game to the end.
    public static final class NoName extends BadPlayer {
        @Override public String playerName() { return null; }
    }

    public static final class FailingName extends BadPlayer {
        @Override public String playerName() { throw new IllegalStateException("no name"); }
    }

    public static final class LongName extends BadPlayer {
        @Override public String playerName() { return "two\nlines ".repeat(100_000); }
    }

    public static final class FloodsOutput extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) {
            for (int line = 0; line < 200_000; line++) {
                System.out.println("bestmove a1");
                System.err.print("an endless line ");
            }
            return firstOf(free);
        }
    }

    public static final class ClosesStreams extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) {
            System.out.close();
            System.setOut(null);
            System.setErr(null);
            return firstOf(free);
        }
    }

    public static final class ReadsInput extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) {
            try {
                return System.in.read() < 0 ? firstOf(free) : null;
            } catch (IOException e) {
                return null;
            }
        }
    }

    public static final class ChangesArguments extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) {
            MNKCell cell = firstOf(free);
            java.util.Arrays.fill(free, null);
            java.util.Arrays.fill(marked, null);
            return cell;
        }
    }

    public static final class LeavesThreads extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) {
            new Thread(BadPlayer::spin).start();
            return firstOf(free);
        }
    }

    public static final class LeavesProcesses extends BadPlayer { // the manager must end the child
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) {
            try {
                new ProcessBuilder("sleep", "3601").inheritIO().start();
            } catch (IOException e) {
                return null;
            }
            return firstOf(free);
        }
    }

    // Writes around the redirection: the manager sees a bestmove it did not ask for, then the true one.
    public static final class ForgesAnswer extends BadPlayer {
        @Override MNKCell misbehave(MNKCell[] free, MNKCell[] marked) {
            try {
                new FileOutputStream(FileDescriptor.out).write("bestmove zz999\n".getBytes());
            } catch (IOException e) {
                return null;
            }
            return firstOf(free);
        }
    }
}
