package io.tollgate.app.cli;

import io.tollgate.platform.config.Environment;
import java.util.Map;

/** How this process was started, so that messages name existing commands. */
enum Launcher {
    /** By {@code conf/tollgate}, the command on servers. */
    SERVER,
    /** By a script of the source tree. */
    SCRIPTS,
    /** By {@code java -jar}. */
    JAR;

    static Launcher current() {
        return of(System.getenv());
    }

    static Launcher of(Map<String, String> environment) {
        if (environment.containsKey(Environment.COMMAND)) {
            return SERVER;
        }
        return environment.containsKey(Environment.HOME) ? SCRIPTS : JAR;
    }

    /** Returns the start of a command line, such as {@code tollgate keys}. */
    String command(String name) {
        return switch (this) {
            case SERVER -> "tollgate " + name;
            case SCRIPTS -> "scripts/" + name;
            case JAR -> "java -jar " + jar() + " " + name;
        };
    }

    private static String jar() {
        String path = System.getProperty("java.class.path", "");
        return path.endsWith(".jar") && !path.contains(":") ? path : "tollgate.jar";
    }
}
