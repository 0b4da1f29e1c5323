package io.tollgate.config;

import java.util.List;

/** Tollgate cannot start, for reasons its operator can mend: each is one line, shown on stderr. */
public final class StartRefused extends RuntimeException {
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

    public List<String> problems() {
        return problems;
    }
}
