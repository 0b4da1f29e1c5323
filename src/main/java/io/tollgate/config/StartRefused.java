package io.tollgate.config;

import java.net.UnknownHostException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/** Tollgate cannot start, for reasons its operator can mend: each is one line, shown on stderr. */
public class StartRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    public StartRefused(String problem) {
        this(List.of(problem));
    }

    public StartRefused(String problem, Throwable cause) {
        super(problem, cause);
        this.problems = List.of(problem);
    }

    public StartRefused(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** What went wrong with a file or a connection, in a few words. */
    public static String reason(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (root instanceof NoSuchFileException) {
            return "there is no such place";
        }
        if (root instanceof FileAlreadyExistsException) {
            return "there is a file of this name";
        }
        if (root instanceof MalformedInputException) {
            return "it is no text in UTF-8";
        }
        if (root instanceof UnknownHostException) {
            return "the host is not known";
        }
        String message = root.getMessage() == null ? root.toString() : root.getMessage();
        return message.lines().findFirst().orElse("");
    }

    public List<String> problems() {
        return problems;
    }
}
