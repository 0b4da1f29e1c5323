package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresUrlTest {
    @ParameterizedTest
    @CsvSource({
        "postgres://u:p@h:5433/d, jdbc:postgresql://h:5433/d?user=u&password=p",
        "postgresql://h/d, jdbc:postgresql://h/d",
        "postgres://u@h, jdbc:postgresql://h/?user=u",
        "postgres://u:p@h/d?sslmode=require, jdbc:postgresql://h/d?user=u&password=p&sslmode=require",
        "postgres://u:a%40b+c%26@h/d, jdbc:postgresql://h/d?user=u&password=a%40b%2Bc%26",
        "postgres://u:p@[::1]:5432/d, jdbc:postgresql://[::1]:5432/d?user=u&password=p",
        "jdbc:postgresql://h/d, jdbc:postgresql://h/d",
    })
    void becomes_an_address_for_jdbc(String url, String jdbc) {
        assertThat(PostgresUrl.toJdbc(url)).isEqualTo(jdbc);
    }

    @Test
    void other_addresses_are_refused() {
        assertThatThrownBy(() -> PostgresUrl.toJdbc("mysql://h/d")).isInstanceOf(IllegalArgumentException.class);
    }
}
