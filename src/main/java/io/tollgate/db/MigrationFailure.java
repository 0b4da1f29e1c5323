package io.tollgate.db;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flywaydb.core.api.FlywayException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Why a step of the schema failed, in the words of Postgres where it has said any. */
final class MigrationFailure {
    private MigrationFailure() {}

    /** Which step, and what was said of it; without the place in a jar and what else only its author wants. */
    static String inOneLine(FlywayException failed) {
        String whole = String.valueOf(failed.getMessage());
        for (Throwable each = failed; each != null; each = each.getCause()) {
            if (each instanceof PSQLException refused && refused.getServerErrorMessage() != null) {
                return whole.lines().findFirst().orElse("") + ": " + said(refused.getServerErrorMessage());
            }
        }
        return whole.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("; "));
    }

    private static String said(ServerErrorMessage message) {
        return Stream.of(message.getMessage(), message.getDetail(), message.getHint())
                .filter(Objects::nonNull)
                .collect(Collectors.joining("; "));
    }
}
