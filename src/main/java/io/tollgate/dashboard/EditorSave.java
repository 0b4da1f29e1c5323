package io.tollgate.dashboard;

import io.tollgate.platform.error.ApiError;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs the writes of a section. Dry runs precede several writes, so that a form with a problem saves nothing.
 *
 * @param version of the record that the form has shown
 * @param key of the form: what it adds is added once, also if it arrives twice
 */
record EditorSave(
        DashboardApi api,
        DashboardRequest open,
        EditorSection section,
        String version,
        @Nullable String key) {
    /**
     * A write that the API refused.
     *
     * @param saved whether earlier writes of the form were saved
     */
    record Refusal(PlannedWrite write, ApiError error, boolean saved) {
        /** @param inputs names of the inputs and lists of the form */
        FormProblems problems(Set<String> inputs) {
            Map<String, String> byInput = new HashMap<>();
            List<String> general = new ArrayList<>();
            for (ApiError.Problem problem : error.problems()) {
                String name = write.prefix() + problem.param();
                if (inputs.contains(name)) {
                    byInput.put(name, problem.message());
                } else {
                    general.add(ValueFormat.label(problem.param()) + " " + problem.message());
                }
            }
            if (error.problems().isEmpty()) {
                general.add(String.valueOf(error.getMessage()));
            }
            general.addAll(remark());
            return new FormProblems(byInput, general);
        }

        /** Returns what a member needs to know about the writes before. */
        List<String> remark() {
            return saved ? List.of("Other changes of this form were saved.") : List.of();
        }
    }

    /** Returns null if all writes were saved. */
    Future<@Nullable Refusal> run(List<PlannedWrite> writes) {
        Future<@Nullable Refusal> tried = Future.succeededFuture(null);
        if (writes.size() > 1) {
            for (PlannedWrite write : writes) {
                // What is removed can depend on what is added.
                if (!write.method().equals(HttpMethod.DELETE)) {
                    tried = tried.compose(refusal -> refusal == null
                            ? attempt(write, version, null).map(Attempt::refusal)
                            : Future.succeededFuture(refusal));
                }
            }
        }
        return tried.compose(refusal -> refusal == null ? save(writes, 0, version) : Future.succeededFuture(refusal));
    }

    private Future<@Nullable Refusal> save(List<PlannedWrite> writes, int next, String current) {
        if (next == writes.size()) {
            return Future.succeededFuture(null);
        }
        return attempt(writes.get(next), current, new Place(next > 0, key(writes, next)))
                .compose(attempt -> attempt.refusal() == null
                        ? save(writes, next + 1, attempt.version())
                        : Future.succeededFuture(attempt.refusal()));
    }

    /**
     * Returns the idempotency key of an addition; null of other writes, which can be repeated. It depends on what is
     * added, so that a row that was changed meanwhile is another one.
     */
    private @Nullable String key(List<PlannedWrite> writes, int next) {
        PlannedWrite write = writes.get(next);
        if (key == null || !isAddition(write)) {
            return null;
        }
        long before =
                writes.subList(0, next).stream().filter(EditorSave::isAddition).count();
        return key + "-" + before + "-"
                + Integer.toHexString(String.valueOf(write.body()).hashCode());
    }

    private static boolean isAddition(PlannedWrite write) {
        return write.method().equals(HttpMethod.POST);
    }

    /** @param behind whether other writes of the form were saved before */
    private record Place(boolean behind, @Nullable String key) {}

    private record Attempt(@Nullable Refusal refusal, String version) {}

    /** @param place null to only try the write */
    private Future<Attempt> attempt(PlannedWrite write, String current, @Nullable Place place) {
        // The groups and types of an event have versions of their own, which the form does not carry. Additions change
        // no record that somebody else could have changed.
        boolean conditional = section.target() != EditorSection.Target.TICKETS
                && !write.method().equals(HttpMethod.POST);
        return api.change(
                        open,
                        write.method(),
                        write.target() + (place == null ? "?dryRun=true" : ""),
                        write.body(),
                        place == null ? null : place.key(),
                        conditional && !current.isEmpty() ? current : null)
                .map(reply -> new Attempt(null, reply.version()))
                .recover(failure -> failure instanceof ApiError error && error.status() < 500 && error.status() != 403
                        ? Future.succeededFuture(
                                new Attempt(new Refusal(write, error, place != null && place.behind()), current))
                        : Future.failedFuture(failure));
    }
}
