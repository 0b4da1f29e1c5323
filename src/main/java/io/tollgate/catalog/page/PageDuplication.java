package io.tollgate.catalog.page;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.file.FileReferences;
import io.tollgate.catalog.taxrate.FixedRates;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.api.Endpoint.Writing;
import io.tollgate.platform.input.Body;
import io.tollgate.platform.input.Request;
import io.tollgate.platform.records.DocumentFiles;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.platform.write.WriteExecutor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The endpoints that copy a page with what it sells, as a draft. */
public final class PageDuplication {
    private static final String SUFFIX = " (copy)";
    private static final int TITLE_MAX = 500;

    private final WriteExecutor writes;
    private final PageRecords pages;
    private final Parts parts;

    /** What pages of one kind have besides their own document. */
    public interface Parts {
        Parts NONE = new Parts() {
            @Override
            public Future<List<ObjectNode>> read(WriteContext write, Stored page) {
                return Future.succeededFuture(List.of());
            }

            @Override
            public Future<Stored> insert(
                    WriteContext write, PageRecords pages, ObjectNode page, List<ObjectNode> copies) {
                return pages.insert(write, page);
            }
        };

        /** Returns the resource of a part; null if it cannot refer to files. */
        default @Nullable Resource resource(ObjectNode part) {
            return null;
        }

        /** Returns the documents of the parts. Locks what the copies will refer to. */
        Future<List<ObjectNode>> read(WriteContext write, Stored page);

        /**
         * Inserts the copy of a page with those of its parts.
         *
         * @param copies in the order of the read
         */
        Future<Stored> insert(WriteContext write, PageRecords pages, ObjectNode page, List<ObjectNode> copies);
    }

    public PageDuplication(WriteExecutor writes, PageRecords pages, Parts parts) {
        this.writes = writes;
        this.pages = pages;
        this.parts = parts;
    }

    public Endpoint endpoint() {
        String noun = pages.resource().noun().toLowerCase(Locale.ROOT);
        String name = "duplicate";
        for (String word : pages.resource().noun().split(" ")) {
            name += word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
        }
        Writing writing = Writing.of(name, """
                Creates a draft with the settings, the fields and everything that the page sells. Name and title end \
                with "(copy)", and the slug derives from the name. Files are the same. What was sold, submitted and \
                visited is not copied: capacities are as they were set, and stocks are what is left.\
                """, Body.NONE).creating();
        return writes.endpoint(
                HttpMethod.POST,
                pages.resource().path() + "/{pageId}/duplicate",
                "Duplicate one " + noun,
                pages.resource(),
                writing,
                this::duplicate);
    }

    private WriteExecutor.Command duplicate(Request request) {
        request.input(Body.NONE, "pageId").check();
        String id = request.id("pageId");
        return write -> write.lock(write.scope(), pages.resource(), id)
                .compose(former -> parts.read(write, former).compose(found -> {
                    List<ObjectNode> all = new ArrayList<>(found);
                    all.add(former.record());
                    // Before anything is written, so that all writes lock files in one order.
                    return FixedRates.lock(write, rates(all))
                            .compose(done -> FileReferences.find(write.transaction(), write.scope(), files(all)))
                            .compose(done -> insert(write, former.record(), found, new PageCopy(write, all)));
                }))
                .compose(copy -> pages.answer(write, 201, copy));
    }

    private Future<Stored> insert(WriteContext write, ObjectNode former, List<ObjectNode> found, PageCopy copy) {
        ObjectNode page = copy.of(former).put("status", "draft");
        String name = suffixed(page.path("name").asText());
        page.put("name", name);
        if (page.hasNonNull("title")) {
            page.put("title", suffixed(page.path("title").asText()));
        }
        List<ObjectNode> copies = found.stream().map(copy::of).toList();
        return NewPage.inMode(write, page)
                .compose(ready -> Slugs.derived(
                        write, name, PageKind.of(String.valueOf(pages.resource().kind()))))
                .compose(slug -> write.insertFileReferences(referring(page.put("slug", slug), copies)))
                .compose(done -> parts.insert(write, pages, page, copies));
    }

    private List<Map.Entry<Resource, ObjectNode>> referring(ObjectNode page, List<ObjectNode> copies) {
        List<Map.Entry<Resource, ObjectNode>> all = new ArrayList<>();
        all.add(Map.entry(pages.resource(), page));
        for (ObjectNode copy : copies) {
            Resource resource = parts.resource(copy);
            if (resource != null) {
                all.add(Map.entry(resource, copy));
            }
        }
        return all;
    }

    private static String suffixed(String text) {
        int most = TITLE_MAX - SUFFIX.length();
        boolean fits = text.codePointCount(0, text.length()) <= most;
        return (fits ? text : text.substring(0, text.offsetByCodePoints(0, most))) + SUFFIX;
    }

    private static Set<String> files(List<ObjectNode> documents) {
        Set<String> files = new TreeSet<>();
        documents.forEach(document -> files.addAll(DocumentFiles.of(document)));
        return files;
    }

    private static Set<String> rates(List<ObjectNode> documents) {
        Set<String> rates = new TreeSet<>();
        documents.forEach(document ->
                document.findValues(FixedRates.IDS).forEach(ids -> ids.forEach(id -> rates.add(id.asText()))));
        return rates;
    }
}
