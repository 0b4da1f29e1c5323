package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.seller.Locales;
import io.tollgate.accounts.seller.Sellers;
import io.tollgate.dashboard.ListView.Choice;
import io.tollgate.platform.clock.TimeZones;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.Future;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The editor of checkout pages, events and forms: one form for each section. */
record EditorPage(DashboardApi api, FormGuard guard, Sellers sellers, RecordList list) {
    static final String PATH = "/editor";

    private static final String OPERATION = "do";
    private static final String VERSION = "version";
    private static final String KEY = "key";

    private static final List<Choice> LOCALES = Locales.ALL.stream()
            .map(tag -> new Choice(
                    tag,
                    // Pages name Japanese by its country.
                    Locale.forLanguageTag(tag.replace("jp-", "ja-")).getDisplayName(Locale.ENGLISH)))
            .sorted(Comparator.comparing(Choice::label))
            .toList();

    /** Leads to the first section. */
    Future<?> enter(DashboardRequest open) {
        open.caller().require(list.writeScope());
        boolean copied = "copied".equals(open.ctx().request().getParam("done"));
        return RecordPage.record(api, open, list, RecordPage.id(open))
                .onSuccess(page -> DashboardRenderer.redirect(
                        open.ctx(), path(open, EditorSection.TEXTS) + (copied ? "?done=copied" : "")));
    }

    Future<?> show(DashboardRequest open) {
        return opened(open).onSuccess(call -> call.send(200, SubmittedForm.EMPTY, Outcome.NONE));
    }

    /** Changes the form, or saves it. */
    Future<?> submit(DashboardRequest open, SubmittedForm form) {
        return opened(open).compose(call -> {
            String operation = Objects.requireNonNullElse(form.text(OPERATION), "save");
            if (!operation.equals("save")) {
                call.send(200, FormRows.apply(form, operation), Outcome.NONE);
                return Future.succeededFuture();
            }
            return call.save(form);
        });
    }

    /** Shows the section of a request with what is wrong. */
    Future<Void> showProblem(DashboardRequest open, ApiError error) {
        List<String> general = ListPage.messages(error);
        return opened(open)
                .onSuccess(
                        call -> call.send(error.status(), SubmittedForm.EMPTY, new Outcome(Map.of(), general, false)))
                .mapEmpty();
    }

    /** Returns the path of a section of the page of a request. */
    String path(DashboardRequest open, EditorSection section) {
        return path(open, RecordPage.id(open), section);
    }

    private String path(DashboardRequest open, String id, EditorSection section) {
        return open.path(list.section()) + "/" + id + PATH + "/" + section.path();
    }

    private Future<Call> opened(DashboardRequest open) {
        String id = RecordPage.id(open);
        EditorSection section =
                EditorSection.named(list, String.valueOf(open.ctx().pathParam("section")));
        if (section == null || !EditorSection.of(list, open).contains(section)) {
            return Future.failedFuture(ApiError.notFound("Page"));
        }
        open.caller().require(list.writeScope());
        return Future.all(
                        EditorTarget.read(api, open, list, id, section),
                        sellers.seller(open.membership().sellerId()),
                        section == EditorSection.CONFIRMATION
                                ? PageChoices.of(api, open)
                                : Future.succeededFuture(List.<Choice>of()))
                .map(read -> new Call(
                        open,
                        id,
                        section,
                        read.resultAt(0),
                        read.<Sellers.Seller>resultAt(1).zone(),
                        read.resultAt(2)));
    }

    /**
     * What became of a form.
     *
     * @param conflict whether somebody else has changed the record
     */
    private record Outcome(Map<String, String> problems, List<String> general, boolean conflict) {
        static final Outcome NONE = new Outcome(Map.of(), List.of(), false);
    }

    /** One request for a section of a page. */
    private final class Call {
        private final DashboardRequest open;
        private final String id;
        private final EditorSection section;
        private final EditorTarget target;
        private final EditorForm editor;
        private final List<Choice> pages;

        Call(
                DashboardRequest open,
                String id,
                EditorSection section,
                EditorTarget target,
                ZoneId zone,
                List<Choice> pages) {
            this.open = open;
            this.id = id;
            this.section = section;
            this.target = target;
            this.pages = pages;
            String own = target.page().at("/eventDetails/timezone").asText();
            this.editor = new EditorForm(
                    section.parts(list),
                    EditorTarget.fields(api, list, section),
                    target.record(),
                    target.currency(),
                    TimeZones.has(own) ? ZoneId.of(own) : zone,
                    section.target() == EditorSection.Target.FIELDS
                            || section.target() == EditorSection.Target.TICKETS);
        }

        Future<Void> save(SubmittedForm form) {
            EditorForm.Changes changes = editor.changes(form);
            if (!changes.problems().isEmpty()) {
                send(400, form, new Outcome(changes.problems(), List.of(), false));
                return Future.succeededFuture();
            }
            List<PlannedWrite> writes = EditorWrites.of(section, list.path() + "/" + id, target, changes.body());
            // A form that arrives twice differs in nothing the second time.
            if (!writes.isEmpty() && !target.version().equals(form.text(VERSION))) {
                send(412, form, new Outcome(Map.of(), List.of(), true));
                return Future.succeededFuture();
            }
            return new EditorSave(api, open, section, target.version(), form.text(KEY))
                    .run(writes)
                    .map(refusal -> {
                        if (refusal == null) {
                            DashboardRenderer.redirect(
                                    open.ctx(),
                                    path(open, id, section) + "?done=" + (writes.isEmpty() ? "same" : "saved"));
                        } else {
                            refused(refusal, form);
                        }
                        return null;
                    });
        }

        private void refused(EditorSave.Refusal refusal, SubmittedForm form) {
            if (refusal.error().status() == 412) {
                send(412, form, new Outcome(Map.of(), refusal.remark(), true));
                return;
            }
            FormProblems problems = refusal.problems(EditorEntries.names(entries(form, Outcome.NONE)));
            send(refusal.error().status(), form, new Outcome(problems.byParameter(), problems.general(), false));
        }

        void send(int status, SubmittedForm form, Outcome outcome) {
            List<EditorEntry> entries = entries(form, outcome);
            // After a conflict, a second save replaces what the member has now seen.
            String seen = outcome.conflict ? null : form.text(VERSION);
            String key = Objects.requireNonNullElseGet(
                    form.text(KEY), () -> UUID.randomUUID().toString());
            DashboardRenderer.send(open.ctx(), status, "editor", view(entries, seen, key, outcome));
        }

        private List<EditorEntry> entries(SubmittedForm form, Outcome outcome) {
            SubmittedForm inputs =
                    form.without(FormGuard.INPUT).without(VERSION).without(KEY).without(OPERATION);
            return new EditorEntries(editor, inputs, outcome.problems, outcome.conflict, choices()).all();
        }

        private Map<String, List<Choice>> choices() {
            return Map.of(
                    "redirectPageId",
                    pages.stream().filter(page -> !page.value().equals(id)).toList(),
                    "locale",
                    LOCALES,
                    "eventDetails.timezone",
                    AccountSettings.ZONES);
        }

        private EditorView view(List<EditorEntry> entries, @Nullable String seen, String key, Outcome outcome) {
            ObjectNode page = target.page();
            String title = RecordPage.title(list, page);
            String record = open.path(list.section()) + "/" + id;
            return new EditorView(
                    Frame.of(open, guard, list.section(), section.label() + " – " + title),
                    title,
                    ValueFormat.status(page.path("status").asText()),
                    record,
                    EditorSection.of(list, open).stream()
                            .map(one -> new Frame.Link(one.label(), path(open, id, one), one == section))
                            .toList(),
                    actions(record, page),
                    section.label(),
                    path(open, id, section),
                    seen == null ? target.version() : seen,
                    key,
                    done(open.ctx().request().getParam("done")),
                    outcome.general,
                    outcome.conflict,
                    entries,
                    section == EditorSection.DESIGN && PicturesPage.isOpenTo(open, list)
                            ? PicturesPage.view(list, path(open, id, section), page)
                            : null,
                    preview(page));
        }

        private List<Frame.Link> actions(String record, JsonNode page) {
            List<Frame.Link> actions = new ArrayList<>();
            for (Action action : Action.of(list, page, open)) {
                actions.add(new Frame.Link(action.label(), record + "/" + action.path(), action == Action.PUBLISH));
            }
            actions.add(new Frame.Link("Share", record + SharePage.PATH, false));
            return actions;
        }

        private EditorView.Preview preview(JsonNode page) {
            boolean isDraft = page.path("previewUrl").isTextual();
            String address = ValueFormat.localPath(
                    page.path(isDraft ? "previewUrl" : "url").asText());
            return new EditorView.Preview(address, isDraft ? address : null);
        }
    }

    private static @Nullable String done(@Nullable String what) {
        return switch (String.valueOf(what)) {
            case "saved" -> "Saved.";
            case "same" -> "Nothing was changed.";
            case "copied" -> "This is the copy. It is a draft.";
            case "new" -> "Created as a draft. Visitors see the page when you publish it.";
            default -> null;
        };
    }
}
