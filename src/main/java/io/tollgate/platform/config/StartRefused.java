package io.tollgate.platform.config;

import java.net.UnknownHostException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/** Startup failed for reasons that the operator can fix. Each reason is one line on stderr. */
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

    /** Returns a short cause for a failure of a file or a connection. */
    public static String reason(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (root instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        if (root instanceof FileAlreadyExistsException) {
            return "a file of this name exists";
        }
        if (root instanceof MalformedInputException) {
            return "not valid UTF-8";
        }
        if (root instanceof UnknownHostException) {
            return "unknown host";
        }
        String message = root.getMessage() == null ? root.toString() : root.getMessage();
        return message.lines().findFirst().orElse("");
    }

    public List<String> problems() {
        return problems;
    }
}
