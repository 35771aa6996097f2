// Runs any Plywood player inside the mnkgame course's own programs (MNKPlayerTester, MNKGame).
//
//   javac -cp FRAMEWORK -d CLASSES examples/mnkgame/PlywoodPlayer.java
//   java -cp FRAMEWORK:CLASSES mnkgame.MNKPlayerTester -t 10 -v 7 7 4 PlywoodPlayer mnkgame.QuasiRandomPlayer
//
// FRAMEWORK is the folder with the compiled package mnkgame; the course's classes are not part of Plywood.
// What it runs is set by system properties, or by environment variables where no property is given:
//
//   -Dplywood.command=PATH   PLYWOOD_COMMAND   the program; "plywood", found on the PATH, unless given
//   -Dplywood.player=NAME    PLYWOOD_PLAYER    a name of `plywood players mnk:7,7,4`; "best" unless given
//
// To let two Plywood players meet, make a subclass whose constructor calls super("crazyplayer").
//
// The course's limit has no tolerance, so Plywood gets 90 % of it, at least 150 ms less than all of it. If
// no answer has come 100 ms before the limit, the player marks the free cell nearest the centre: a weak
// move, but not a forfeit. The process ends with the tester, also when the tester is killed.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import mnkgame.MNKCell;
import mnkgame.MNKPlayer;

public class PlywoodPlayer implements MNKPlayer {
    private static final String END = "(end)"; // what the reader adds after the last line

    private final String player;
    private int rows, columns;
    private long limit; // ms
    private Process process;
    private PrintStream commands;
    private BlockingQueue<String> answers;
    private boolean isLate; // the answer to the last go has not come yet

    public PlywoodPlayer() {
        this(setting("plywood.player", "PLYWOOD_PLAYER", "best"));
    }

    protected PlywoodPlayer(String player) {
        this.player = player;
        Runtime.getRuntime().addShutdownHook(new Thread(this::end));
    }

    private static String setting(String property, String variable, String otherwise) {
        String fromVariable = System.getenv(variable);
        return System.getProperty(property, fromVariable != null ? fromVariable : otherwise);
    }

    @Override
    public String playerName() {
        return "Plywood " + player;
    }

    /** A new process for each game: nothing of an earlier one, such as a late answer, can reach it. */
    @Override
    public void initPlayer(int M, int N, int K, boolean first, int timeout_in_secs) {
        end();
        rows = M;
        columns = N;
        limit = timeout_in_secs * 1000L;
        isLate = false;
        long deadline = System.currentTimeMillis() + limit - 100;
        String game = "mnk:" + M + "," + N + "," + K;
        start(setting("plywood.command", "PLYWOOD_COMMAND", "plywood"),
                "engine", game, "--protocol", "ugi", "--player", player);
        send("ugi");
        expect("ugiok", deadline);
        send("setoption name game value " + game);
        send("uginewgame");
        send("isready");
        expect("readyok", deadline);
    }

    private void start(String... command) {
        try {
            process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        } catch (IOException e) {
            throw new IllegalStateException("cannot start " + command[0] + "; set -Dplywood.command", e);
        }
        commands = new PrintStream(process.getOutputStream(), true);
        answers = new LinkedBlockingQueue<>();
        BlockingQueue<String> queue = answers;
        BufferedReader lines = new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        Thread reader = new Thread(() -> {
            lines.lines().forEach(queue::add);
            queue.add(END);
        });
        reader.setDaemon(true); // must not keep the tester alive
        reader.start();
    }

    private void end() {
        if (process != null) {
            process.destroyForcibly();
        }
    }

    private void send(String line) {
        commands.print(line + "\n");
        commands.flush();
    }

    /** The next answer that begins with the word, or null if none comes before the deadline. */
    private String receive(String word, long deadline) {
        try {
            while (true) {
                long left = Math.max(0, deadline - System.currentTimeMillis());
                String line = answers.poll(left, TimeUnit.MILLISECONDS);
                if (line == null || line.equals(END)) {
                    if (line != null) {
                        answers.add(END); // the process is gone: later moves need not wait for it
                    }
                    return null;
                }
                if ((line.trim() + " ").startsWith(word + " ")) {
                    return line.trim();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private void expect(String word, long deadline) {
        if (receive(word, deadline) == null) {
            throw new IllegalStateException("plywood did not answer with " + word);
        }
    }

    @Override
    public MNKCell selectCell(MNKCell[] FC, MNKCell[] MC) {
        long begin = System.currentTimeMillis();
        long deadline = begin + limit - 100;
        if (isLate && receive("bestmove", begin + limit / 2) == null) {
            return nearestCentre(FC); // still thinking about an earlier move
        }
        StringBuilder position = new StringBuilder("position startpos");
        for (int k = 0; k < MC.length; k++) {
            position.append(k == 0 ? " moves " : " ").append(name(MC[k]));
        }
        send(position.toString());
        long allowance = begin + Math.min(limit * 9 / 10, limit - 150) - System.currentTimeMillis();
        send("go movetime " + Math.max(1, allowance));
        String answer = receive("bestmove", deadline);
        isLate = answer == null;
        if (isLate) {
            send("stop");
            System.err.println(playerName() + ": no answer in time");
            return nearestCentre(FC);
        }
        for (MNKCell cell : FC) {
            if (answer.equals("bestmove " + name(cell))) {
                return cell;
            }
        }
        System.err.println(playerName() + ": not a free cell: " + answer);
        return nearestCentre(FC);
    }

    /** Column letters a to z, aa, ab, ..., then the row number from the bottom. */
    private String name(MNKCell cell) {
        String first = cell.j < 26 ? "" : Character.toString((char) ('a' + cell.j / 26 - 1));
        return first + (char) ('a' + cell.j % 26) + (rows - cell.i);
    }

    private MNKCell nearestCentre(MNKCell[] free) {
        MNKCell best = free[0];
        for (MNKCell cell : free) {
            best = fromCentre(cell) < fromCentre(best) ? cell : best;
        }
        return best;
    }

    private int fromCentre(MNKCell cell) {
        return Math.abs(2 * cell.i + 1 - rows) + Math.abs(2 * cell.j + 1 - columns);
    }
}
