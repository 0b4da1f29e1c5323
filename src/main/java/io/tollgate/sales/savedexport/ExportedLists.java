package io.tollgate.sales.savedexport;

import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.export.Exports;
import io.tollgate.platform.export.ListFile;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.mail.MailAddress;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Scope;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The lists that can be exported, by name.
 *
 * @param lists in the order of the documentation
 */
public record ExportedLists(Exports exports, Map<String, ListFile.Source> lists) {
    /** Parameters of lists that a file has no use for. */
    private static final Set<String> REFUSED = Set.of("limit", "starting_after", "ending_before", "livemode");

    private static final String LIST = "list";
    private static final String FILTERS = "filters.";

    /** Validates a new export with the rules of its list, except the names of columns, which depend on stored pages. */
    void validate(Input input) {
        String list = input.text(LIST);
        ListFile.Source source = list == null ? null : lists.get(list);
        if (list != null && source == null) {
            input.problem(
                    LIST,
                    "must be one of " + String.join(", ", lists.keySet())
                            + "; request other lists, which are short, with Accept: text/csv");
        }
        if (source != null) {
            validate(input, source, SavedExportCodec.CODEC.asked(input).filters());
        }
        String addresses = input.text("notifyEmail");
        boolean valid = addresses == null || MailAddress.isList(addresses);
        input.rule(valid, "notifyEmail", "must be e-mail addresses separated by commas");
        input.rule(
                addresses == null || input.bool("sendNotification", false),
                "notifyEmail",
                "requires sendNotification true");
        boolean lines = "ndjson".equals(input.text("format"));
        for (String name : List.of("columns", "delimiter", "bom")) {
            input.rule(!lines || !input.hasValue(name), name, "applies to CSV only");
        }
    }

    private static void validate(Input input, ListFile.Source source, List<Map.Entry<String, String>> filters) {
        List<Map.Entry<String, String>> accepted = new ArrayList<>();
        for (Map.Entry<String, String> filter : filters) {
            if (REFUSED.contains(filter.getKey())) {
                input.problem(
                        FILTERS + filter.getKey(), "is not accepted: a file has all records in the mode of the key");
            } else {
                accepted.add(filter);
            }
        }
        try {
            ListRequest.parse(source.resource(), accepted);
        } catch (ApiError invalid) {
            invalid.problems().forEach(problem -> input.problem(FILTERS + problem.param(), problem.message()));
        }
    }

    /**
     * Opens the list of an export.
     *
     * @param after the last record that was read before; null to begin
     * @throws ApiError 400 if it has columns that do not exist
     */
    Future<ListFile> open(Scope scope, SavedExport export, Instant now, @Nullable String after) {
        ListFile.Source source = Objects.requireNonNull(lists.get(export.list()), "an unknown list");
        ListFile.Options options = new ListFile.Options(
                export.format(),
                export.columns().isEmpty() ? null : export.columns(),
                export.delimiter(),
                export.bom(),
                export.filters());
        return exports.open(scope, source, options, now, after);
    }
}
