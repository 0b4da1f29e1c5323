package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.api.ResourceRoutes;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.http.ApiResponse;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.records.Rendering;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Locale;

/** Endpoints that list, read, create, update and delete the fields of pages of one kind. */
public final class FieldRoutes {
    private static final Body CREATE = Body.of("FieldCreate", """
            {
              "label": "Size", "element": "select", "required": true,
              "options": [ { "label": "Small", "value": "s" }, { "label": "Large", "value": "l" } ]
            }
            """, PageFieldSchema.SCHEMA.create());

    private static final Body CHANGE = Body.of(
                    "FieldChange",
                    "{ \"label\": \"Your size\", \"description\": null }",
                    PageFieldSchema.SCHEMA.change())
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
                Only `label` is required. `reference` is derived from type or label if it is not sent. \
                `showHideLogic` shows the field depending on the value of another field. It refers to that field by \
                id or reference, and to an option by id or value.""", CREATE).creating();
        return endpoint(HttpMethod.POST, "Create a field", "", writing, this::create);
    }

    private WriteExecutor.Command create(Request request) {
        Input input = request.input(CREATE, "pageId");
        FieldDocuments.validate(input);
        input.check();
        return write -> lock(write, request).compose(page -> {
            FieldDocuments fields = fields(write, page);
            if (fields.inOrder().size() >= PageFieldSchema.FIELDS_MAX) {
                throw ApiError.unprocessable(
                        "too_many_fields", "A page has at most " + PageFieldSchema.FIELDS_MAX + " fields");
            }
            ObjectNode added = fields.addAll(List.of(input)).get(0);
            input.check();
            return store(write, page, fields).map(stored -> response(201, added, stored));
        });
    }

    private Endpoint change() {
        Writing writing = writing("update", """
                Settings that are not sent keep their values; null clears a setting or restores its default. \
                `options` replaces all options; an option with the id or the value of a stored one keeps its \
                identity. Logic of other fields that depends on something removed is disabled. Returns 409 \
                `email_field_needed` if the page would lose its last required field of element and type \
                `email`.""", CHANGE);
        return endpoint(HttpMethod.PATCH, "Update one field", "/{fieldId}", writing, this::change);
    }

    private WriteExecutor.Command change(Request request) {
        Input input = request.input(CHANGE, "pageId", "fieldId");
        input.check();
        return write -> lock(write, request).compose(page -> {
            FieldDocuments fields = fields(write, page);
            ObjectNode field = find(fields, request);
            boolean hadEmail = fields.hasRequiredEmail();
            fields.change(field, input);
            input.check();
            requireEmail(hadEmail, fields);
            return store(write, page, fields).map(stored -> response(200, field, stored));
        });
    }

    private Endpoint delete() {
        Writing writing = writing("delete", """
                Deletes the field permanently. Past purchases and submissions keep their answers. Logic of other \
                fields that depends on it is disabled, and redirect addresses no longer contain it. Returns 409 \
                `email_field_needed` if the page would lose its last required field of element and type \
                `email`.""", Body.NONE).withResponseSchema(Endpoint.Schema.DELETED);
        return endpoint(HttpMethod.DELETE, "Delete one field", "/{fieldId}", writing, this::delete);
    }

    private WriteExecutor.Command delete(Request request) {
        request.input(Body.NONE, "pageId", "fieldId").check();
        return write -> lock(write, request).compose(page -> {
            FieldDocuments fields = fields(write, page);
            ObjectNode field = find(fields, request);
            boolean hadEmail = fields.hasRequiredEmail();
            fields.remove(field);
            requireEmail(hadEmail, fields);
            return store(write, page, fields).map(stored -> ApiResponse.deleted("Field"));
        });
    }

    private PageKind kind() {
        return PageKind.of(String.valueOf(pages.resource().kind()));
    }

    private Future<Stored> lock(WriteContext write, Request request) {
        return write.lock(write.scope(), pages.resource(), request.id("pageId"));
    }

    private static FieldDocuments fields(WriteContext write, Stored page) {
        return new FieldDocuments(page.record().path("fields"), write::newId, Times.text(write.now()));
    }

    private static ObjectNode find(FieldDocuments fields, Request request) {
        ObjectNode field = fields.byId(request.id("fieldId"));
        if (field == null) {
            throw ApiError.notFound(Fields.RESOURCE.noun());
        }
        return field;
    }

    private static void requireEmail(boolean hadEmail, FieldDocuments fields) {
        if (hadEmail && !fields.hasRequiredEmail()) {
            throw ApiError.conflict(
                    "email_field_needed", "A page must have a required field for the buyer's e-mail address");
        }
    }

    private Future<Stored> store(WriteContext write, Stored former, FieldDocuments fields) {
        ObjectNode page = former.record().deepCopy();
        page.set("fields", Attachments.list(fields.inOrder()));
        RedirectTokens.removeDeleted(page, fields);
        return pages.update(write, former, page);
    }

    private static ApiResponse response(int status, ObjectNode field, Stored page) {
        return ApiResponse.part(status, Buffer.buffer(Rendering.render(Fields.RESOURCE.fields(), field)), page.bytes());
    }
}
