package io.tollgate.config;

import java.util.List;

/** Tollgate cannot start with its settings: another start with the same ones fails in the same way. */
public final class WrongSetting extends StartRefused {
    private static final long serialVersionUID = 1L;

    public WrongSetting(String problem) {
        super(problem);
    }

    public WrongSetting(String problem, Throwable cause) {
        super(problem, cause);
    }

    public WrongSetting(List<String> problems) {
        super(problems);
    }
}
