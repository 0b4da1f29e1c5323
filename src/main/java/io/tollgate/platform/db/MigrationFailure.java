package io.tollgate.platform.db;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.flywaydb.core.api.FlywayException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Describes why a migration failed, using the error of Postgres if there is one. */
final class MigrationFailure {
    private MigrationFailure() {}

    /** Returns the migration and its error in one line, without the stack trace and other developer details. */
    static String describe(FlywayException failed) {
        String whole = String.valueOf(failed.getMessage());
        for (Throwable each = failed; each != null; each = each.getCause()) {
            if (each instanceof PSQLException refused && refused.getServerErrorMessage() != null) {
                return whole.lines().findFirst().orElse("") + ": " + text(refused.getServerErrorMessage());
            }
        }
        return whole.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("; "));
    }

    private static String text(ServerErrorMessage message) {
        return Stream.of(message.getMessage(), message.getDetail(), message.getHint())
                .filter(Objects::nonNull)
                .collect(Collectors.joining("; "));
    }
}
