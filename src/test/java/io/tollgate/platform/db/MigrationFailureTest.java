package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

class MigrationFailureTest {
    @Test
    void postgres_has_the_word() {
        String said = "SERROR\0C0A000\0Mextension \"pg_trgm\" is not available\0HInstall it.\0Wfunction inline\0";
        FlywayException failed = new FlywayException(
                "Failed to execute script V002__catalogue.sql\n----\nSQL State  : 0A000\nLine       : 4\n",
                new PSQLException(new ServerErrorMessage(said)));

        assertThat(MigrationFailure.describe(failed))
                .isEqualTo("Failed to execute script V002__catalogue.sql:"
                        + " extension \"pg_trgm\" is not available; Install it.");
    }

    @Test
    void others_are_said_in_one_line() {
        assertThat(MigrationFailure.describe(new FlywayException("one\n\n  two\n")))
                .isEqualTo("one; two");
    }
}
