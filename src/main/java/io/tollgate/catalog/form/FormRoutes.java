package io.tollgate.catalog.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.page.Attachments;
import io.tollgate.catalog.page.EnabledAt;
import io.tollgate.catalog.page.NewPage;
import io.tollgate.catalog.page.PageChange;
import io.tollgate.catalog.page.PageDuplication;
import io.tollgate.catalog.page.PageKind;
import io.tollgate.catalog.page.PageRecords;
import io.tollgate.catalog.page.PageSchema;
import io.tollgate.catalog.page.RoundTrip;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.http.Composition;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Set;

/** The endpoints that create, update and archive forms. */
public final class FormRoutes {
    private static final String FILES = "fileIds";
    private static final Set<String> APART = Set.of(FILES);

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
                    """, Forms.SCHEMA.create()).upTo(PageSchema.BYTES_MAX);

    private static final Body CHANGE = Body.of("FormChange", """
                    { "title": "Stay in touch", "status": "draft", "fileIds": [] }
                    """, Forms.SCHEMA.change())
            .upTo(PageSchema.BYTES_MAX)
            .notEmpty();

    private final WriteExecutor writes;
    private final PageRecords forms;

    public FormRoutes(WriteExecutor writes, Composition.Factory composition) {
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
                endpoint(HttpMethod.DELETE, one, "Archive one form", archiving(), forms::archive),
                new PageDuplication(writes, forms, PageDuplication.Parts.NONE).endpoint());
    }

    private Endpoint endpoint(
            HttpMethod method, String path, String summary, Writing writing, WriteExecutor.Plan plan) {
        return writes.endpoint(method, path, summary, Forms.RESOURCE, writing, plan);
    }

    private static Writing creating() {
        return Writing.of("createForm", """
                Only `name` is required. The form has a name field and an e-mail field, followed by the `fields` that \
                you send. If you omit `slug`, it is derived from the name. Returns 409 `slug_taken` if another of \
                your pages has the slug.""", CREATE).creating();
    }

    private static Writing changing() {
        return Writing.of("updateForm", """
                Fields that you omit keep their value; null clears a field. Lists are replaced as a whole. The fields \
                of the form have separate endpoints. Returns 409 `slug_taken` if another of your pages has the \
                slug.""", CHANGE);
    }

    private static Writing archiving() {
        return Writing.of("archiveForm", "Sets `status` to `archived`. Submissions are kept.", Body.NONE);
    }

    private WriteExecutor.Command create(Request request) {
        Input input = request.input(CREATE);
        NewPage planned = NewPage.of(PageKind.FORM, Forms.SCHEMA, input, APART);
        input.check();
        return write -> Attachments.files(write, input, FILES)
                .compose(files -> planned.document(write).map(page -> {
                    setEnabledAt(write, Forms.SCHEMA.defaults(), page);
                    return attach(page, files);
                }))
                .compose(page -> forms.insert(write, page))
                .compose(page -> forms.answer(write, 201, page));
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(CHANGE, "pageId").check();
        String id = request.id("pageId");
        PageChange change = new PageChange(PageKind.FORM, Forms.SCHEMA, input, APART);
        return write -> Attachments.files(write, input, FILES)
                .compose(files -> change.references(write)
                        .compose(images -> lock(write, id)
                                .compose(former -> change.apply(write, former.record(), images)
                                        .map(page -> complete(write, input, former.record(), page, files))
                                        .compose(page -> forms.update(write, former, page)))))
                .compose(page -> forms.answer(write, 200, page));
    }

    private static ObjectNode complete(
            WriteContext write, Input input, ObjectNode former, ObjectNode page, List<ObjectNode> files) {
        setEnabledAt(write, former, page);
        RoundTrip.validate(Forms.SCHEMA.change(), input, former, page);
        input.check();
        return input.has(FILES) ? attach(page, files) : page;
    }

    /** Locks the form and returns it composed, with both its files and the ids of its files. */
    private Future<Stored> lock(WriteContext write, String id) {
        return write.lock(Forms.RESOURCE, id, forms.composition())
                .map(form -> new Stored(form.bytes(), setFileIds(form.record())));
    }

    private static void setEnabledAt(WriteContext write, ObjectNode former, ObjectNode page) {
        EnabledAt.update(
                former.at("/formDetails/limitSubmissions"), page.at("/formDetails/limitSubmissions"), write.now());
    }

    private static ObjectNode attach(ObjectNode form, List<ObjectNode> files) {
        ArrayNode shown = form.putArray("files");
        files.forEach(file -> shown.add(FormComposition.attached(file)));
        return setFileIds(form);
    }

    /** Sets {@code fileIds}, which is the stored form of {@code files}. */
    private static ObjectNode setFileIds(ObjectNode form) {
        ArrayNode ids = form.putArray(FILES);
        for (JsonNode file : form.path("files")) {
            ids.add(file.path("id").asText());
        }
        return form;
    }
}
