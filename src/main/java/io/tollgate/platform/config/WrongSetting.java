package io.tollgate.platform.config;

import java.util.List;

/** A setting is invalid; startup fails the same way until it is changed. */
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
