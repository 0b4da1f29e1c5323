package io.tollgate.sales.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the reports of a period have in common: their first fields, and how numbers are encoded. */
final class ReportCodec {
    private ReportCodec() {}

    /** The period of a report, as it was requested or chosen. */
    static final List<Field> PERIOD = List.of(
            date("from").doc("First day, in the time zone of the account.").always(),
            date("to").doc("Last day, which is included.").always(),
            Field.text("timezone")
                    .doc("IANA time zone of the account, in which days begin.")
                    .example("Europe/Berlin")
                    .always(),
            Field.oneOf("interval", "day", "week", "month")
                    .doc("Length of an interval. Weeks begin on Monday; the period may cut the first and the last "
                            + "interval.")
                    .always(),
            Field.id("pageId").doc("Id of the page. Null for all pages."),
            CommonFields.CURRENCY.doc(
                    "Currency of all amounts: the requested one, or else the one with the most orders. Null "
                            + "without sales."),
            Field.texts("currencies")
                    .doc("All currencies of the period, each of which can be requested.")
                    .always());

    static final Field START = date("start").doc("First day of the interval.").always();

    private static Field date(String name) {
        return Field.text(name).example("2026-01-31");
    }

    static Field number(String name, String doc) {
        return Field.integer(name).doc(doc).always();
    }

    /** An amount that may be below 0, such as after refunds of earlier sales. */
    static Field amount(String name, String doc) {
        return Field.integer(name).doc(doc).always();
    }

    static ObjectNode begin(
            ReportRequest asked, ReportPeriod period, @Nullable String currency, Set<String> currencies) {
        ObjectNode report = JsonNodeFactory.instance
                .objectNode()
                .put("from", period.from().toString())
                .put("to", period.to().toString())
                .put("timezone", period.zone().getId())
                .put("interval", period.length().wire())
                .put("pageId", asked.pageId())
                .put("currency", currency);
        ArrayNode codes = report.putArray("currencies");
        currencies.forEach(codes::add);
        return report;
    }

    /** Returns a part in percent of a whole above 0, rounded to one decimal. */
    static BigDecimal percentage(long part, long whole) {
        return BigDecimal.valueOf(part)
                .multiply(BigDecimal.valueOf(100))
                .divide(BigDecimal.valueOf(whole), 1, RoundingMode.HALF_UP);
    }
}
