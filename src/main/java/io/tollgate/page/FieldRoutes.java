package io.tollgate.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.api.Endpoint;
import io.tollgate.api.Endpoint.Writing;
import io.tollgate.api.ResourceRoutes;
import io.tollgate.clock.Times;
import io.tollgate.error.ApiError;
import io.tollgate.http.ApiResponse;
import io.tollgate.input.Body;
import io.tollgate.input.Input;
import io.tollgate.input.Request;
import io.tollgate.records.Records.Stored;
import io.tollgate.records.Rendering;
import io.tollgate.write.WriteContext;
import io.tollgate.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Locale;

/** Lists, gets, creates, changes and deletes the fields of pages of one kind. */
public final class FieldRoutes {
    private static final Body CREATE = Body.of("FieldCreate", """
            {
              "label": "Size", "element": "select", "required": true,
              "options": [ { "label": "Small", "value": "s" }, { "label": "Large", "value": "l" } ]
            }
            """, FieldKeys.OF_NEW);

    private static final Body CHANGE = Body.of(
                    "FieldChange", "{ \"label\": \"Your size\", \"description\": null }", FieldKeys.OF_CHANGE)
            .notEmpty();

    private final WriteExecutor writes;
    private final ResourceRoutes routes;
    private final PageRecords pages;

    public FieldRoutes(WriteExecutor writes, ResourceRoutes routes, PageRecords pages) {
        this.writes = writes;
        this.routes = routes;
        this.pages = pages;
    }

    public List<Endpoint> all() {
        return List.of(
                routes.partList(pages.resource(), Fields.RESOURCE),
                create(),
                routes.partGet(pages.resource(), Fields.RESOURCE),
                change(),
                delete());
    }

    private Endpoint endpoint(HttpMethod method, String verb, String id, Writing writing, WriteExecutor.Plan plan) {
        String path = pages.resource().path() + "/{pageId}/fields" + id;
        String noun = pages.resource().noun();
        String summary = verb + " of one " + noun.substring(0, 1).toLowerCase(Locale.ROOT) + noun.substring(1);
        return writes.endpoint(method, path, summary, Fields.RESOURCE, writing, plan);
    }

    private Writing writing(String verb, String description, Body body) {
        StringBuilder name = new StringBuilder(verb);
        for (String word : pages.resource().noun().split(" ")) {
            name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
        }
        return Writing.of(name + "Field", description, body);
    }

    private Endpoint create() {
        Writing writing = writing("create", """
                Only `label` is needed. `reference` is made from type or label where none is sent. A field may be \
                shown only while another one has a value: `showHideLogic` names that one by its id or reference, and \
                an option of it by its id or value.""", CREATE).creating();
        return endpoint(HttpMethod.POST, "Create a field", "", writing, this::create);
    }

    private WriteExecutor.Command create(Request request) {
        Input input = request.input(CREATE, "pageId");
        FieldDocuments.rehearse(input);
        input.check();
        return write -> lock(write, request).compose(page -> {
            FieldDocuments fields = fields(write, page);
            if (fields.inOrder().size() >= FieldKeys.FIELDS_MAX) {
                throw ApiError.unprocessable(
                        "too_many_fields", "A page has at most " + FieldKeys.FIELDS_MAX + " fields");
            }
            ObjectNode added = fields.addAll(List.of(input)).get(0);
            input.check();
            return stored(write, page, fields).map(stored -> answer(201, added, stored));
        });
    }

    private Endpoint change() {
        Writing writing = writing("update", """
                What is not sent is kept, and null clears. `options` replaces all of them; one that is sent with its \
                id, or with the value of one that was there, stays the same option. Logic of other fields that waits \
                for something that is gone is switched off. 409 `email_field_needed` where no required field of \
                element and type `email` would be left.""", CHANGE);
        return endpoint(HttpMethod.PATCH, "Update one field", "/{fieldId}", writing, this::change);
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(CHANGE, "pageId", "fieldId").check();
        return write -> lock(write, request).compose(page -> {
            FieldDocuments fields = fields(write, page);
            ObjectNode field = found(fields, request);
            boolean asked = fields.askForEmail();
            fields.change(field, input);
            input.check();
            needed(asked, fields);
            return stored(write, page, fields).map(stored -> answer(200, field, stored));
        });
    }

    private Endpoint delete() {
        Writing writing = writing("delete", """
                For good; what buyers answered stays with their purchases. Logic of other fields that waits for it is \
                switched off, and addresses no longer tell of it. 409 `email_field_needed` where no required field \
                of element and type `email` would be left.""", Body.NONE).answering(Endpoint.Schema.DELETED);
        return endpoint(HttpMethod.DELETE, "Delete one field", "/{fieldId}", writing, this::delete);
    }

    private WriteExecutor.Command delete(Request request) {
        request.input(Body.NONE, "pageId", "fieldId").check();
        return write -> lock(write, request).compose(page -> {
            FieldDocuments fields = fields(write, page);
            ObjectNode field = found(fields, request);
            boolean asked = fields.askForEmail();
            fields.remove(field);
            needed(asked, fields);
            return stored(write, page, fields).map(stored -> ApiResponse.deleted("Field"));
        });
    }

    private Future<Stored> lock(WriteContext write, Request request) {
        return write.lock(write.scope(), pages.resource(), request.id("pageId"));
    }

    private static FieldDocuments fields(WriteContext write, Stored page) {
        return new FieldDocuments(page.record().path("fields"), write::newId, Times.text(write.now()));
    }

    private static ObjectNode found(FieldDocuments fields, Request request) {
        ObjectNode field = fields.byId(request.id("fieldId"));
        if (field == null) {
            throw ApiError.notFound(Fields.RESOURCE.noun());
        }
        return field;
    }

    private static void needed(boolean asked, FieldDocuments fields) {
        if (asked && !fields.askForEmail()) {
            throw ApiError.conflict(
                    "email_field_needed", "A page must keep a required field for the e-mail address of the buyer");
        }
    }

    private Future<Stored> stored(WriteContext write, Stored former, FieldDocuments fields) {
        ObjectNode page = former.record().deepCopy();
        page.set("fields", Attachments.list(fields.inOrder()));
        RedirectTokens.mend(page, fields);
        return pages.update(write, former, page);
    }

    private static ApiResponse answer(int status, ObjectNode field, Stored page) {
        return ApiResponse.part(status, Buffer.buffer(Rendering.render(PageFields.FIELD, field)), page.bytes());
    }
}
