package io.tollgate.sales.savedexport;

import static io.tollgate.platform.schema.Field.bool;
import static io.tollgate.platform.schema.Field.map;
import static io.tollgate.platform.schema.Field.oneOf;
import static io.tollgate.platform.schema.Field.text;
import static io.tollgate.platform.schema.Field.time;
import static io.tollgate.platform.schema.View.CREATE;
import static io.tollgate.platform.schema.View.READ;

import io.tollgate.platform.resource.Reports;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.schema.CommonFields;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Schema;
import io.tollgate.platform.schema.Type;

/** Defines saved exports: lists of which files are made, once or by a schedule. */
public final class SavedExports {
    static final int COLUMNS_MAX = 1_000;
    private static final int COLUMN_MAX = 300;
    private static final int FILTERS_MAX = 20;
    private static final int FILTER_MAX = 500;
    private static final int ADDRESSES_MAX = 1_000;

    static final Schema SCHEMA = Schema.of(
            CommonFields.ID,
            CommonFields.SELLER_ID,
            text("list", FILTER_MAX)
                    .doc("The exported list: the last part of its path, such as `payments`.")
                    .example("payments")
                    .always()
                    .in(READ, CREATE)
                    .needed(),
            map("filters", FILTERS_MAX, Type.line(1, FILTER_MAX))
                    .personal()
                    .doc("Query parameters of the list with their values as texts: filters, `search`, `createdAfter` "
                            + "and `createdBefore`. Default: none.")
                    .in(READ, CREATE),
            Field.of("columns", Type.list(0, COLUMNS_MAX, Type.line(1, COLUMN_MAX)))
                    .doc("Names of the columns or objects of a CSV file, in its order. Empty for all columns, and for "
                            + "NDJSON. Default: all.")
                    .in(READ, CREATE),
            oneOf("format", "csv", "ndjson")
                    .doc("Format of the files.")
                    .always()
                    .in(READ, CREATE)
                    .defaultsTo("csv"),
            oneOf("delimiter", "comma", "semicolon", "tab")
                    .doc("Delimiter of a CSV file.")
                    .always()
                    .in(READ, CREATE)
                    .defaultsTo("comma"),
            bool("bom")
                    .doc("Whether a CSV file begins with a byte order mark.")
                    .always()
                    .in(READ, CREATE)
                    .defaultsTo(false),
            oneOf("schedule", "once", "daily", "weekly", "monthly")
                    .doc("When files are made: the first one at once, further ones at midnight in the time zone of "
                            + "the account, each day, each Monday or on the first day of each month.")
                    .always()
                    .in(READ, CREATE)
                    .defaultsTo("once"),
            bool("sendNotification")
                    .doc("Whether the seller is told by e-mail when a file is complete, with a link that is valid for "
                            + "24 hours without an API key, and when one could not be made.")
                    .always()
                    .in(READ, CREATE)
                    .defaultsTo(false),
            text("notifyEmail", ADDRESSES_MAX)
                    .personal()
                    .doc("E-mail addresses to notify, separated by commas. Null: the `email` of the account.")
                    .in(READ, CREATE)
                    .orNull(),
            oneOf("status", "pending", "running", "ready", "failed")
                    .doc("`pending`: the first file is not begun. `running`: a file is being made. `ready`: the last "
                            + "file is complete. `failed`: the last one could not be made; `failure` says why.")
                    .always(),
            text("failure").doc("Why the last file could not be made. Null otherwise."),
            time("lastRunAt").doc("When the last file was completed or failed. Null before the first."),
            time("nextRunAt").doc("When the next file is begun. Null if none is scheduled."),
            CommonFields.LIVEMODE,
            CommonFields.CREATED_AT,
            CommonFields.UPDATED_AT);

    public static final Resource RESOURCE = Resource.at("/v1/exports")
            .noun("Export")
            .idName("exportId")
            .table("saved_export")
            .modes(Resource.Modes.LIVE_AND_TEST)
            .fields(SCHEMA.read())
            .counted("list", "schedule", "status")
            .createdBounds()
            .reports(
                    "export",
                    Reports.becomes("status", "ready", "export.ready", "a file of an export is complete."),
                    Reports.becomes("status", "failed", "export.failed", "a file of an export could not be made."))
            .build();

    private SavedExports() {}
}
