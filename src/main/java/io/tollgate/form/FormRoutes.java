package io.tollgate.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.http.Composition;
import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Request;
import io.tollgate.page.Attachments;
import io.tollgate.page.EnabledAt;
import io.tollgate.page.NewPage;
import io.tollgate.page.PageChange;
import io.tollgate.page.PageKeys;
import io.tollgate.page.PageKind;
import io.tollgate.page.PageRecords;
import io.tollgate.page.RoundTrip;
import io.tollgate.page.Templates;
import io.tollgate.records.Records.Stored;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;

/** Creates, changes and archives forms. */
public final class FormRoutes {
    private static final int FILES_MAX = 50;
    private static final String FILES = "fileIds";
    private static final Set<String> APART = Set.of(FILES);

    private static final Key[] OF_FORMS = {
        Key.bool("allowDynamicTitle"),
        Key.bool("allowDynamicDescription"),
        Key.ids(FILES, FILES_MAX).orNull(),
        Key.object(
                        "formDetails",
                        Key.object("limitSubmissions", Key.bool("enabled")).orNull())
                .orNull()
    };

    /** What is read of a form, and cannot be set. */
    private static final RoundTrip ROUND_TRIP = RoundTrip.NOTHING.with("formDetails.limitSubmissions", RoundTrip.SINCE);

    private static final ObjectNode DEFAULTS = Templates.of("""
            {
              "allowDynamicTitle": false, "allowDynamicDescription": false, "fileIds": [],
              "formDetails": { "limitSubmissions": { "enabled": false, "enabledAt": null } }
            }
            """);

    private static final Body CREATE =
            Body.of("FormCreate", """
                    {
                      "name": "Newsletter",
                      "title": "Stay in touch",
                      "description": "<p>One mail a month.</p>",
                      "fields": [
                        { "label": "How did you hear of us?", "element": "select", "key": "source",
                          "options": [ { "label": "A friend" }, { "label": "Somewhere else", "key": "else" } ] },
                        { "label": "Where?", "showHideLogic": { "enabled": true, "comparison": "is", "value": "else",
                          "element": { "elementId": "source" } } }
                      ],
                      "afterPaymentAction": "redirect",
                      "redirectUrl": "https://shop.example/welcome",
                      "redirectUrlQuery": [ { "parameter": "from", "key": "fields", "fieldKey": "source" } ],
                      "formDetails": { "limitSubmissions": { "enabled": true } }
                    }
                    """, PageKeys.ofNew(PageKind.FORM, OF_FORMS)).upTo(PageKeys.BYTES_MAX);

    private static final Body CHANGE = Body.of(
                    "FormChange", """
                    { "title": "Stay in touch", "status": "draft", "fileIds": [] }
                    """, PageKeys.ofChange(PageKind.FORM, ROUND_TRIP.among(OF_FORMS)))
            .upTo(PageKeys.BYTES_MAX)
            .notEmpty();

    private final WriteExecutor writes;
    private final PageRecords forms;

    public FormRoutes(WriteExecutor writes, Composition.Over composition) {
        this.writes = writes;
        this.forms = new PageRecords(Forms.RESOURCE, composition, PageRecords.Columns.NONE);
    }

    public PageRecords records() {
        return forms;
    }

    public List<Endpoint> all() {
        String one = Forms.RESOURCE.path() + "/{pageId}";
        return List.of(
                endpoint(HttpMethod.POST, Forms.RESOURCE.path(), "Create a form", creating(), this::create),
                endpoint(HttpMethod.PATCH, one, "Update one form", changing(), this::change),
                endpoint(HttpMethod.DELETE, one, "Archive one form", archiving(), forms::archive));
    }

    private Endpoint endpoint(
            HttpMethod method, String path, String summary, Writing writing, WriteExecutor.Plan plan) {
        return writes.endpoint(method, path, summary, Forms.RESOURCE, writing, plan);
    }

    private static Writing creating() {
        return Writing.of("createForm", """
                Only `name` is needed. The form asks for name and e-mail address, and then for the `fields` that are \
                sent. `slug` is made from the name where none is sent; 409 `slug_taken` where another of your pages \
                has the one that is.""", CREATE).creating();
    }

    private static Writing changing() {
        return Writing.of("updateForm", """
                What is not sent is kept, and null clears. Lists are replaced whole. Fields have endpoints of their \
                own. 409 `slug_taken` where another of your pages has the slug.""", CHANGE);
    }

    private static Writing archiving() {
        return Writing.of("archiveForm", "Its status becomes `archived`. What was sent through it stays.", Body.NONE);
    }

    private WriteExecutor.Command create(Request request) {
        Input input = request.input(CREATE);
        NewPage planned = NewPage.of(PageKind.FORM, input, DEFAULTS, APART);
        input.check();
        return write -> Attachments.files(write, input, FILES)
                .compose(files -> planned.document(write).map(page -> {
                    limited(write, DEFAULTS, page);
                    return attached(page, files);
                }))
                .compose(page -> forms.insert(write, page))
                .compose(page -> forms.answer(write, 201, page));
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(CHANGE, "pageId").check();
        String id = request.id("pageId");
        PageChange change = new PageChange(PageKind.FORM, input, DEFAULTS, APART);
        return write -> Attachments.files(write, input, FILES)
                .compose(files -> change.references(write)
                        .compose(images -> locked(write, id)
                                .compose(former -> change.over(write, former.record(), images)
                                        .map(page -> changed(write, input, former.record(), page, files))
                                        .compose(page -> forms.update(write, former, page)))))
                .compose(page -> forms.answer(write, 200, page));
    }

    private static ObjectNode changed(
            WriteContext write, Input input, ObjectNode former, ObjectNode page, List<ObjectNode> files) {
        limited(write, former, page);
        ROUND_TRIP.validate(input, former, page);
        input.check();
        return input.has(FILES) ? attached(page, files) : page;
    }

    /** As it is shown and as it is stored: what shows its files is not what stores them. */
    private Future<Stored> locked(WriteContext write, String id) {
        return write.lock(Forms.RESOURCE, id, forms.composition())
                .map(form -> new Stored(form.bytes(), named(form.record())));
    }

    private static void limited(WriteContext write, ObjectNode former, ObjectNode page) {
        EnabledAt.note(
                former.at("/formDetails/limitSubmissions"), page.at("/formDetails/limitSubmissions"), write.now());
    }

    private static ObjectNode attached(ObjectNode form, List<ObjectNode> files) {
        ArrayNode shown = form.putArray("files");
        files.forEach(file -> shown.add(FormComposition.attached(file)));
        return named(form);
    }

    /** A form is stored with the ids of its files alone. */
    private static ObjectNode named(ObjectNode form) {
        ArrayNode ids = form.putArray(FILES);
        for (JsonNode file : form.path("files")) {
            ids.add(file.path("id").asText());
        }
        return form;
    }
}
