package io.tollgate.tools.doctor;

import io.tollgate.accounts.customer.Countries;
import io.tollgate.accounts.seller.Locales;
import io.tollgate.platform.clock.TimeZones;
import io.tollgate.platform.schema.Texts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Checks that sellers' settings are values that the API would store. */
record Accounts(Sql sql, Findings findings) {
    private static final String CHECK = "seller_setting: account details are valid";

    private static final String READ = """
            SELECT seller_id, display_name, email, tax_id, address ->> 'country' AS country, locale, timezone,
                   address IS NULL OR (jsonb_typeof(address) = 'object' AND address <> '{}'
                       AND NOT jsonb_path_exists(address, '$.* ? (@.type() != "string")')) AS is_address
            FROM seller_setting
            """;

    void check() throws SQLException {
        findings.checking(CHECK);
        sql.each(READ, row -> findings.expect(isValid(row), CHECK, row.getString("seller_id")));
    }

    private static boolean isValid(ResultSet row) throws SQLException {
        String locale = row.getString("locale");
        String timezone = row.getString("timezone");
        return row.getBoolean("is_address")
                && isCountry(row.getString("country"))
                && isEmail(row.getString("email"))
                && isVisible(row.getString("display_name"))
                && isVisible(row.getString("tax_id"))
                && (locale == null || Locales.ALL.contains(locale))
                && (timezone == null || TimeZones.has(timezone));
    }

    static boolean isCountry(@Nullable String code) {
        return code == null || Countries.has(code);
    }

    static boolean isEmail(@Nullable String email) {
        return email == null || (Texts.isEmail(email) && email.equals(email.toLowerCase(Locale.ROOT)));
    }

    private static boolean isVisible(@Nullable String text) {
        return text == null || !Texts.isBlank(text);
    }
}
