package io.tollgate.tools.demo;

import static io.tollgate.tools.demo.DocumentTemplates.merge;
import static io.tollgate.tools.demo.DocumentTemplates.merged;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tollgate.catalog.model.TaxRate;
import io.tollgate.catalog.model.json.CatalogDecoder;
import io.tollgate.platform.clock.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Generates the documents of a seller's catalog from templates. */
final class CatalogMaker {
    static final JsonNode DATA = DocumentTemplates.read("catalog");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final CatalogIds ids;
    private final DemoCatalog catalog;
    private final DemoFiles fileLocations;
    private final Map<String, JsonNode> shared = new HashMap<>();
    private final List<ObjectNode> images = new ArrayList<>();
    private final List<ObjectNode> files = new ArrayList<>();
    private final List<TaxRate> taxRates = new ArrayList<>();

    CatalogMaker(CatalogIds ids, DemoCatalog catalog, DemoFiles fileLocations) {
        this.ids = ids;
        this.fileLocations = fileLocations;
        this.catalog = catalog;
        share("seller", ids.sellerId());
        for (JsonNode name : DATA.get("images")) {
            ObjectNode file = file(name.textValue(), "image", DemoContents.picture(images.size(), name.textValue()))
                    .put("width", DemoPictures.WIDTH)
                    .put("height", DemoPictures.HEIGHT);
            ObjectNode image = JSON.objectNode();
            image.set("fileId", file.get("id"));
            image.set("url", file.get("location"));
            images.add(image.setAll(file.deepCopy().retain("name", "size", "width", "height")));
        }
        for (JsonNode name : DATA.get("files")) {
            files.add(file(name.textValue(), "file", DemoContents.file(name.textValue())));
        }
        for (JsonNode rate : DATA.get("taxRates")) {
            ObjectNode document = (ObjectNode) new Document(0).fill(merged(DATA.get("taxRate"), rate));
            document.put("processorId", "txr_1" + document.get("id").textValue().substring(8));
            catalog.taxRate(document);
            taxRates.add(CatalogDecoder.decode(document, TaxRate.class));
            shared.putIfAbsent(
                    rate.get("inclusive").booleanValue() ? "rate:inclusive" : "rate:exclusive", document.get("id"));
        }
    }

    private ObjectNode file(String name, String purpose, DemoContents.DemoContent content) {
        String createdAt = text(ids.time());
        String id = ids.next();
        ObjectNode file = JSON.objectNode()
                .put("id", id)
                .put("location", fileLocations.location(ids.sellerId(), id))
                .put("name", name)
                .put("purpose", purpose)
                .put("type", content.type())
                .put("size", content.bytes().length)
                .put("createdAt", createdAt);
        catalog.file(file, content.bytes());
        return file;
    }

    static String text(long millis) {
        return Times.text(Instant.ofEpochMilli(millis));
    }

    List<TaxRate> taxRates() {
        return taxRates;
    }

    DemoCatalog catalog() {
        return catalog;
    }

    CatalogIds ids() {
        return ids;
    }

    ArrayNode newArray() {
        return JSON.arrayNode();
    }

    /** Defines a value that all documents can refer to by name. */
    void share(String name, String value) {
        shared.put(name, TextNode.valueOf(value));
    }

    void share(String name, List<String> values) {
        ArrayNode list = JSON.arrayNode();
        values.forEach(list::add);
        shared.put(name, list);
    }

    /** The values that the templates of one document can refer to. */
    final class Document {
        private final Map<String, JsonNode> values = new HashMap<>();
        private final int position;
        private final long createdAt;

        /** @param position determines its images and files */
        Document(int position) {
            this(position, ids.time());
        }

        Document(int position, long createdAt) {
            this.position = position;
            this.createdAt = createdAt;
            put("created", text(createdAt));
            put("changed", text(createdAt + Millis.DAY));
        }

        long createdAt() {
            return createdAt;
        }

        Document put(String name, String value) {
            values.put(name, TextNode.valueOf(value));
            return this;
        }

        JsonNode fill(JsonNode template) {
            return DocumentTemplates.fill(template, this::value);
        }

        private JsonNode value(String name) {
            String kind = name.split(":")[0];
            int place = position + (name.matches("(image|file):\\d+") ? Integer.parseInt(name.split(":")[1]) : 0);
            return switch (kind) {
                case "id" -> name.equals("id") ? id() : values.computeIfAbsent(name, any -> id());
                case "image" -> images.get(place % images.size()).deepCopy();
                case "file" -> files.get(place % files.size()).get("id");
                default -> Objects.requireNonNull(values.getOrDefault(name, shared.get(name)), name);
            };
        }

        private JsonNode id() {
            return TextNode.valueOf(ids.next());
        }

        /**
         * Returns a page with the fields that all pages of its kind have.
         *
         * @param kind the name of the template of its kind
         */
        ObjectNode page(String kind, JsonNode template, String title, String slug, boolean testmode) {
            ObjectNode page = DATA.get("page").deepCopy();
            if (!kind.equals("formPage")) {
                merge(page, DATA.get("sellingPage"));
            }
            merge(page, DATA.get(kind));
            if (testmode) {
                merge(page, DATA.get("testPage"));
            }
            if (slug.endsWith("-2")) {
                merge(page, DATA.get("redirectingPage"));
            }
            parts(template, "page").forEach(part -> merge(page, part));
            merge(page, template.path("page"));
            put("title", title).put("slug", slug);
            values.put("testmode", BooleanNode.valueOf(testmode));
            return page;
        }

        /** Adds the fields for name and e-mail address, and the named fields. */
        void putFields(ObjectNode page, Iterable<JsonNode> names) {
            ArrayNode fields = page.putArray("fields");
            fields.add(field("name", 0)).add(field("email", 1));
            names.forEach(name -> fields.add(field(name.textValue(), fields.size())));
        }

        private ObjectNode field(String name, int order) {
            ObjectNode field =
                    merged(DATA.get("field"), DATA.get("fields").get(name)).put("order", order);
            ArrayNode options = JSON.arrayNode();
            for (JsonNode label : field.get("options")) {
                options.addObject()
                        .put("id", "$id")
                        .put("label", label.textValue())
                        .put("value", label.textValue());
            }
            return field.set("options", options);
        }
    }

    /** Returns the named parts of a template that apply to its page or to its product. */
    static List<JsonNode> parts(JsonNode template, String subject) {
        List<JsonNode> parts = new ArrayList<>();
        template.path("parts")
                .forEach(name ->
                        parts.add(DATA.get("parts").get(name.textValue()).path(subject)));
        return parts;
    }
}
