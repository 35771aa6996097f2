// Runs a player of the Bologna course's mnkgame framework as a UGI engine.
//
//   java -Xmx512m -cp BRIDGE:CLASSPATH PlywoodBridge PLAYER_CLASS
//
// The player and the framework (package mnkgame) come from the user's class path and are reached by
// reflection only: the framework is GPL-3 and is neither shipped nor needed to compile this file. Java 11
// or later; also runs from source, `java -cp CLASSPATH PlywoodBridge.java PLAYER_CLASS`.
//
// One thread reads commands and answers at once what may not wait for the player (isready, stop, quit);
// a second one carries out the others in order; the player runs in a thread of its own for each call, as in
// the course's tester. A fault of the player is one line, `info string fault CAUSE DETAIL`, with CAUSE
// crash, timeout, illegal, protocol or resource, and exit status 3. The clock of a move belongs to the
// manager; only initPlayer is timed here, because its limit is the framework's own.
//
// Before `isready` a manager sets the options `timeout` (seconds) and `side` (first or second): then initPlayer
// runs before `readyok`, outside the clock of the first move. Otherwise it runs at the first `go`.
//
// Course players keep a board of their own by the last cell of each call, so a game must begin on the empty
// board. From an opening, five of six that were tried threw or chose an occupied cell; the bridge warns and goes on.

import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.concurrent.*;

public final class PlywoodBridge {
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private volatile boolean thinking;

    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            System.err.println("usage: java -cp BRIDGE:CLASSPATH PlywoodBridge PLAYER_CLASS");
            System.exit(2);
        }
        BufferedReader in = new BufferedReader(
                new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
        Channel.keepApart();
        PlywoodBridge bridge = new PlywoodBridge();
        Thread worker = new Thread(() -> bridge.work(args[0]), "bridge-worker");
        worker.start();
        try {
            String line;
            while ((line = in.readLine()) != null && bridge.read(line.trim())) {
            }
        } catch (OutOfMemoryError e) {
            Channel.fault(e, "reading");
        }
        Runtime.getRuntime().halt(0); // ends also a player that still thinks; skips its shutdown hooks
    }

    // Returns false when the session is over.
    private boolean read(String line) {
        String word = line.split("\\s+", 2)[0];
        if (word.equals("quit")) {
            return false;
        }
        if (word.equals("isready") && thinking) {
            Channel.line("readyok");
        } else if (word.equals("go") && thinking) {
            Channel.line("info string error go while thinking is ignored");
        } else if (!word.equals("stop")) { // a course player cannot be stopped: its answer comes when it comes
            thinking |= word.equals("go");
            queue.add(line);
        }
        return true;
    }

    private void work(String className) {
        try {
            Session session = new Session(new Course(className), () -> thinking = false);
            while (true) {
                session.command(queue.take());
            }
        } catch (Throwable e) {
            Channel.fault(e, "the bridge");
        }
    }

    /** The game in progress: what the manager has said, and the framework's board kept move by move. */
    private static final class Session {
        private static final int COURSE_LIMIT = 10; // seconds, the tester's default
        private final Course course;
        private final Runnable answered; // runs before bestmove, after which the manager may send go again
        private int rows = 3, columns = 3, line = 3;
        private int timeout; // seconds; 0: derived from go
        private String side = "auto";
        private Object board;
        private List<String> played = new ArrayList<>();
        private String problem; // why the position cannot be played, or null
        private Boolean initialised; // the side the player was initialised for
        private List<String> seen; // the game as the player left it, its answer included; null: never asked

        Session(Course course, Runnable answered) {
            this.course = course;
            this.answered = answered;
        }

        void command(String text) throws Exception {
            String[] words = text.split("\\s+");
            if (words[0].equals("ugi")) {
                greet();
            } else if (words[0].equals("isready")) {
                initialiseEarly();
                Channel.line("readyok");
            } else if (words[0].equals("setoption")) {
                setOption(words);
            } else if (words[0].equals("uginewgame")) {
                startOver();
            } else if (words[0].equals("position")) {
                position(words);
            } else if (words[0].equals("go")) {
                go(words);
            } // unknown lines are ignored, as UGI says
        }

        private void greet() {
            Channel.line("id name " + course.name());
            Channel.line("id author unknown, through the Plywood bridge");
            Channel.line("option name game type string default mnk:3,3,3");
            Channel.line("option name timeout type spin default 0 min 0 max 86400");
            Channel.line("option name side type combo default auto var auto var first var second");
            Channel.line("ugiok");
        }

        private void setOption(String[] words) {
            if (words.length != 5 || !words[1].equals("name") || !words[3].equals("value")) {
                return;
            }
            if (words[2].equals("game")) {
                setGame(words[4]);
            } else if (words[2].equals("side")) {
                side = words[4];
            } else if (words[2].equals("timeout") && words[4].matches("\\d{1,5}")) {
                timeout = Integer.parseInt(words[4]);
            }
        }

        private void setGame(String text) {
            if (!text.matches("mnk:\\d{1,3},\\d{1,3},\\d{1,3}")) {
                Channel.fault("protocol", "the course's framework does not play " + text);
            }
            String[] sizes = text.substring(4).split(",");
            rows = Integer.parseInt(sizes[0]);
            columns = Integer.parseInt(sizes[1]);
            line = Integer.parseInt(sizes[2]);
            startOver();
        }

        private void startOver() {
            board = null;
            played = new ArrayList<>();
            problem = null;
            initialised = null;
            seen = null;
        }

        // Brings the framework's board to the moves: by the new ones, or from the start after other ones.
        private void position(String[] words) throws Exception {
            problem = null;
            if (words.length < 2 || !words[1].equals("startpos")) {
                problem = "a course player knows only games from the empty board";
                return;
            }
            List<String> moves = Arrays.asList(words).subList(Math.min(3, words.length), words.length);
            if (!startsWith(moves, played)) {
                board = null;
                played = new ArrayList<>();
            }
            openBoard();
            for (String move : moves.subList(played.size(), moves.size())) {
                int[] cell = Cells.parse(move, rows, columns);
                if (cell == null || course.over(board) || !course.isFree(board, cell[0], cell[1])) {
                    problem = "illegal move in position: " + move;
                    return;
                }
                course.mark(board, cell[0], cell[1]);
                played.add(move);
            }
        }

        private static boolean startsWith(List<String> list, List<String> start) {
            return list.size() >= start.size() && list.subList(0, start.size()).equals(start);
        }

        private void openBoard() throws Exception {
            if (board == null) {
                board = course.newBoard(rows, columns, line);
            }
        }

        // With side and limit known, initPlayer runs before readyok and costs the player no move time.
        private void initialiseEarly() throws Exception {
            if (initialised == null && timeout > 0 && !side.equals("auto")) {
                initialised = side.equals("first");
                course.initialise(rows, columns, line, initialised, timeout);
            }
        }

        private void go(String[] words) throws Exception {
            openBoard();
            if (problem != null || course.over(board)) {
                Channel.line("info string error " + (problem != null ? problem : "the game is over"));
                answer("(none)");
                return;
            }
            boolean first = played.size() % 2 == 0;
            boolean follows = seen == null || played.size() == seen.size() + 1 && startsWith(played, seen);
            if (initialised != null && (initialised != first || !follows)) {
                course.renew(); // the instance remembers another game, or believes it is its opponent
                initialised = null;
                seen = null;
            }
            if (initialised == null) {
                initialised = first;
                course.initialise(rows, columns, line, first, seconds(words, first));
            }
            if (seen == null && played.size() > (first ? 0 : 1)) {
                Channel.line("info string warning the game began with " + played.size()
                        + " marks; players that follow only the last cell see a wrong board");
            }
            long start = System.nanoTime();
            int[] cell = course.select(board);
            long elapsed = (System.nanoTime() - start) / 1_000_000;
            if (cell[0] < 0 || cell[0] >= rows || cell[1] < 0 || cell[1] >= columns) {
                Channel.fault("illegal", "cell [" + cell[0] + "," + cell[1] + "] is outside the board");
            }
            String move = Cells.format(cell[0], cell[1], rows);
            if (!course.isFree(board, cell[0], cell[1])) {
                Channel.fault("illegal", "cell [" + cell[0] + "," + cell[1] + "] (" + move + ") is occupied");
            }
            seen = new ArrayList<>(played);
            seen.add(move);
            Channel.line("info time " + elapsed);
            answer(move);
        }

        private void answer(String move) {
            answered.run();
            Channel.line("bestmove " + move);
        }

        // The framework knows one limit for all moves, in whole seconds, given once.
        private int seconds(String[] words, boolean first) {
            long moveTime = number(words, "movetime"), clock = number(words, first ? "p1time" : "p2time");
            if (timeout > 0) {
                return timeout;
            } else if (moveTime > 0) {
                return (int) Math.min(86_400, (moveTime + 999) / 1000);
            } else if (clock > 0) {
                long moves = Math.max(1, (rows * columns - played.size() + 1) / 2);
                long increment = Math.max(0, number(words, first ? "p1inc" : "p2inc"));
                return (int) Math.min(86_400, Math.max(1, (clock / moves + increment) / 1000));
            }
            return COURSE_LIMIT;
        }

        private static long number(String[] words, String key) {
            int at = Arrays.asList(words).indexOf(key) + 1;
            return at > 0 && at < words.length && words[at].matches("\\d{1,12}") ? Long.parseLong(words[at]) : -1;
        }
    }

    /** The player and the framework's classes, by reflection. */
    private static final class Course {
        private Class<?> boardClass, cellClass;
        private Constructor<?> constructor;
        private Method initPlayer, selectCell, playerName;
        private Object player;

        Course(String className) {
            try {
                boardClass = Class.forName("mnkgame.MNKBoard");
                cellClass = Class.forName("mnkgame.MNKCell");
                Class<?> players = Class.forName("mnkgame.MNKPlayer");
                Class<?> cells = Array.newInstance(cellClass, 0).getClass();
                initPlayer = players.getMethod("initPlayer", int.class, int.class, int.class, boolean.class, int.class);
                selectCell = players.getMethod("selectCell", cells, cells);
                playerName = players.getMethod("playerName");
                Class<?> type = Class.forName(className, false, PlywoodBridge.class.getClassLoader());
                constructor = type.asSubclass(players).getDeclaredConstructor();
                constructor.setAccessible(true);
            } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
                Channel.fault("protocol", "cannot load " + className + ": " + e);
            }
            renew();
        }

        void renew() {
            player = run("the constructor", 0, constructor::newInstance);
        }

        String name() {
            Object name = null;
            try {
                name = inThread(1, () -> playerName.invoke(player));
            } catch (Exception | LinkageError e) {
                System.err.println("playerName: " + e); // a missing name is no reason to lose
            }
            return Channel.oneLine(name == null ? player.getClass().getName() : name.toString(), 80);
        }

        void initialise(int rows, int columns, int line, boolean first, int seconds) {
            run("initPlayer", seconds, () -> initPlayer.invoke(player, rows, columns, line, first, seconds));
        }

        int[] select(Object board) throws Exception {
            Object free = call(board, "getFreeCells"), marked = call(board, "getMarkedCells");
            Object cell = run("selectCell", 0, () -> selectCell.invoke(player, free, marked));
            if (cell == null) {
                Channel.fault("illegal", "selectCell returned null");
            }
            Field row = cellClass.getField("i"), column = cellClass.getField("j");
            return new int[] {row.getInt(cell), column.getInt(cell)};
        }

        private Object run(String what, int seconds, Callable<Object> task) {
            try {
                return inThread(seconds, task);
            } catch (TimeoutException e) {
                Channel.fault("timeout", what + " took longer than " + seconds + " s");
            } catch (Throwable e) {
                Channel.fault(e, what);
            }
            return null;
        }

        // A new thread with the default stack, interrupted afterwards, as in the course's tester; 0: no limit.
        private static Object inThread(int seconds, Callable<Object> task) throws Exception {
            ExecutorService executor = Executors.newSingleThreadExecutor();
            try {
                Future<Object> future = executor.submit(task);
                return seconds > 0 ? future.get(seconds, TimeUnit.SECONDS) : future.get();
            } finally {
                executor.shutdownNow();
            }
        }

        Object newBoard(int rows, int columns, int line) throws ReflectiveOperationException {
            return boardClass.getConstructor(int.class, int.class, int.class).newInstance(rows, columns, line);
        }

        private Object call(Object board, String method) throws ReflectiveOperationException {
            return boardClass.getMethod(method).invoke(board);
        }

        void mark(Object board, int row, int column) throws ReflectiveOperationException {
            boardClass.getMethod("markCell", int.class, int.class).invoke(board, row, column);
        }

        boolean isFree(Object board, int row, int column) throws ReflectiveOperationException {
            Method state = boardClass.getMethod("cellState", int.class, int.class);
            return state.invoke(board, row, column).toString().equals("FREE");
        }

        boolean over(Object board) throws ReflectiveOperationException {
            return !call(board, "gameState").toString().equals("OPEN");
        }
    }

    /** The protocol's side of standard output, and the ends of this process. */
    private static final class Channel {
        private static final int PLAYER_OUTPUT = 65_536; // bytes of the player's own output passed to stderr
        private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);
        private static final byte[] NO_MEMORY =
                "info string fault resource OutOfMemoryError\n".getBytes(StandardCharsets.US_ASCII);
        private static final PrintStream ASIDE = new PrintStream(new Aside(System.err), true);
        private static byte[] reserve = new byte[1 << 20]; // freed to report a full heap

        static void keepApart() {
            System.setOut(ASIDE);
            System.setErr(ASIDE);
            System.setIn(new ByteArrayInputStream(new byte[0]));
            Runtime.getRuntime().addShutdownHook(new Thread(Channel::explainExit, "bridge-exit"));
        }

        static synchronized void line(String text) {
            write((text + "\n").getBytes(StandardCharsets.UTF_8));
        }

        private static void write(byte[] bytes) {
            try {
                OUT.write(bytes);
            } catch (IOException e) {
                Runtime.getRuntime().halt(0); // the manager is gone
            }
        }

        static synchronized void fault(String cause, String detail) {
            line("info string fault " + cause + " " + oneLine(detail, 300));
            Runtime.getRuntime().halt(3);
        }

        static synchronized void fault(Throwable thrown, String where) {
            reserve = null;
            Throwable e = thrown;
            while (e.getCause() != null && (e instanceof ExecutionException
                    || e instanceof InvocationTargetException || e instanceof ExceptionInInitializerError)) {
                e = e.getCause();
            }
            if (e instanceof OutOfMemoryError) {
                write(NO_MEMORY);
                Runtime.getRuntime().halt(3);
            }
            StackTraceElement[] stack = e.getStackTrace();
            String detail = where + " threw " + e.getClass().getName();
            try {
                e.printStackTrace(ASIDE);
                detail += ": " + e.getMessage();
            } catch (RuntimeException again) {
                detail += " without a message"; // the player's own exception may fail in turn
            }
            detail += stack.length > 0 ? " at " + place(stack[0]) : "";
            fault(e instanceof StackOverflowError ? "resource" : "crash", detail);
        }

        // Runs when the virtual machine ends by anything but halt: System.exit in the player, or a signal.
        private static void explainExit() {
            for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
                for (int k = stack.length - 1; k > 0; k--) { // from the outermost call: the player's frame first
                    if (stack[k - 1].toString().matches(".*java\\.lang\\.(System|Runtime)\\.exit\\(.*")) {
                        fault("crash", "System.exit was called by " + place(stack[k]));
                    }
                }
            }
        }

        private static String place(StackTraceElement frame) {
            return frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber();
        }

        static String oneLine(String text, int most) {
            String line = text.replaceAll("\\s+", " ").trim();
            return line.length() > most ? line.substring(0, most) : line;
        }
    }

    /** What the player prints: passed on up to a bound, then dropped. */
    private static final class Aside extends OutputStream {
        private final OutputStream target;
        private int left = Channel.PLAYER_OUTPUT;

        Aside(OutputStream target) {
            this.target = target;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int count) throws IOException {
            target.write(bytes, from, Math.min(count, left));
            left -= Math.min(count, left);
        }
    }

    /** Plywood's names of cells: column letters a to z, aa, ab ..., then the row number from the bottom. */
    private static final class Cells {
        // The framework's [row from the top, column], or null if it is no cell of the board.
        static int[] parse(String name, int rows, int columns) {
            if (!name.matches("[a-z]{1,2}[1-9]\\d{0,2}")) {
                return null;
            }
            int letters = name.charAt(1) >= 'a' ? 2 : 1, column = 0;
            for (char letter : name.substring(0, letters).toCharArray()) {
                column = column * 26 + letter - 'a' + 1;
            }
            int row = rows - Integer.parseInt(name.substring(letters));
            return row < 0 || column > columns ? null : new int[] {row, column - 1};
        }

        static String format(int row, int column, int rows) {
            String last = Character.toString((char) ('a' + column % 26));
            return (column < 26 ? last : (char) ('a' + column / 26 - 1) + last) + (rows - row);
        }
    }
}
