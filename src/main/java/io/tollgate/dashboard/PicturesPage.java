package io.tollgate.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.dashboard.PicturesView.Picture;
import io.tollgate.platform.error.ApiError;
import io.tollgate.platform.input.SubmittedForm;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/** Adds, removes and moves the pictures of a page. */
record PicturesPage(DashboardApi api, EditorPage editor, RecordList list) {
    /** Below the section of the editor that has them. */
    static final String PATH = "/pictures";

    static final String ARRANGE = PATH + "/arrange";
    static final String UPLOAD = "/v1/files/upload";
    private static final String SCOPE = "files:write";
    private static final String FILE = "file";

    /** Returns whether a member may add pictures. Those of a checkout page belong to its product. */
    static boolean isOpenTo(DashboardRequest open, RecordList list) {
        return open.mayWithAll(SCOPE) && (list != RecordList.CHECKOUT_PAGES || open.mayWithAll("products:write"));
    }

    private static JsonNode images(RecordList list, JsonNode page) {
        return list == RecordList.CHECKOUT_PAGES ? page.at("/product/media") : page.path("images");
    }

    /** @param path of the section */
    static PicturesView view(RecordList list, String path, JsonNode page) {
        List<Picture> pictures = new ArrayList<>();
        images(list, page)
                .forEach(image -> pictures.add(new Picture(
                        image.path("fileId").asText(),
                        image.path("name").asText(),
                        ValueFormat.localPath(image.path("url").asText()))));
        return new PicturesView(path + PATH, path + ARRANGE, pictures);
    }

    /** Fails unless the member may add pictures to the page, which must exist. */
    Future<?> check(DashboardRequest open) {
        open.caller().require(SCOPE);
        if (!isOpenTo(open, list)) {
            throw ApiError.notFound("Page");
        }
        return page(open);
    }

    /** Uploads a picture and shows it after the others. */
    Future<?> add(DashboardRequest open, SubmittedForm form) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("purpose", "image");
        body.put(FILE, Objects.requireNonNullElse(form.text(FILE), ""));
        return page(open)
                .compose(page -> api.write(open, HttpMethod.POST, UPLOAD, body, null)
                        .compose(file -> {
                            List<String> ids = ids(page);
                            ids.add(file.at("/data/id").asText());
                            return write(open, page, ids);
                        }))
                .recover(failure -> refused(open, failure));
    }

    /** Removes a picture, or moves it up. */
    Future<?> arrange(DashboardRequest open, SubmittedForm form) {
        String[] operation = Objects.requireNonNullElse(form.text("do"), "").split(" ", 2);
        return page(open)
                .compose(page -> {
                    List<String> ids = ids(page);
                    int at = operation.length == 2 ? ids.indexOf(operation[1]) : -1;
                    if (at >= 0 && operation[0].equals("remove")) {
                        ids.remove(at);
                    } else if (at > 0 && operation[0].equals("up")) {
                        Collections.swap(ids, at, at - 1);
                    }
                    return write(open, page, ids);
                })
                .recover(failure -> refused(open, failure));
    }

    private Future<ObjectNode> page(DashboardRequest open) {
        return RecordPage.record(api, open, list, RecordPage.id(open));
    }

    private List<String> ids(JsonNode page) {
        List<String> ids = new ArrayList<>();
        images(list, page).forEach(image -> ids.add(image.path("fileId").asText()));
        return ids;
    }

    private Future<Void> write(DashboardRequest open, JsonNode page, List<String> ids) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode images = body.putArray("imageIds");
        ids.forEach(images::add);
        String target = list == RecordList.CHECKOUT_PAGES
                ? EditorTarget.product(page)
                : list.path() + "/" + page.path("id").asText();
        return api.write(open, HttpMethod.PATCH, target, body, null).map(saved -> {
            DashboardRenderer.redirect(open.ctx(), editor.path(open, EditorSection.DESIGN) + "?done=saved");
            return null;
        });
    }

    private Future<Void> refused(DashboardRequest open, Throwable failure) {
        return failure instanceof ApiError error && error.status() < 500 && error.status() != 403
                ? editor.showProblem(open, error)
                : Future.failedFuture(failure);
    }
}
