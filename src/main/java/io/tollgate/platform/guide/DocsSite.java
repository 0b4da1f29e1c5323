package io.tollgate.platform.guide;

import com.fasterxml.jackson.databind.JsonNode;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.tollgate.platform.guide.ReferenceView.Group;
import io.tollgate.platform.http.StaticFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The pages of the reference and the search index over all pages, rendered together from one reading of the OpenAPI
 * document. The document itself is not kept.
 */
final class DocsSite {
    static final String HTML = "text/html; charset=utf-8";

    private static final TemplateEngine ENGINE = TemplateEngine.createPrecompiled(
            null, ContentType.Html, DocsSite.class.getClassLoader(), "io.tollgate.storefront.templates");

    private static final Pattern TAG = Pattern.compile("<[^>]*>");

    /** A row of the table of settings: the name, and the rest. */
    private static final Pattern SETTING = Pattern.compile("(?m)^\\| `([a-zA-Z0-9.]+)` \\|(.*)\\|$");

    private final PageLayout layout;
    private final Map<String, StaticFile> pages = new HashMap<>();
    private final List<SearchIndex.Place> places = new ArrayList<>();
    private final SearchIndex index;

    DocsSite(PageLayout layout, JsonNode document) {
        this.layout = layout;
        Reference reference = new Reference(document);
        List<Group> groups = reference.groups();
        ReferenceView.Errors errors = reference.errors(groups);
        add(
                PageLayout.REFERENCE_PATH,
                "API reference",
                Map.of(),
                render("index", new ReferenceView.Index(reference.introduction(), groups)));
        add(ReferenceText.ERRORS_PATH, "Errors", Map.of(), render("errorCodes", errors));
        ReferenceView.Events events = reference.events(groups);
        add(ReferenceView.Events.PATH, "Webhook events", Map.of(), render("webhookEvents", events));
        groups.forEach(this::add);
        Guides.all().forEach(this::index);
        Guides.manuals().forEach(this::index);
        groups.forEach(this::index);
        errors.statuses().forEach(this::index);
        events.kinds().forEach(this::index);
        index = new SearchIndex(places);
    }

    /** Returns the paths of the pages of the reference, which are known before they are rendered. */
    static Set<String> paths(List<String> tags) {
        Set<String> paths =
                new TreeSet<>(List.of(PageLayout.REFERENCE_PATH, ReferenceText.ERRORS_PATH, ReferenceView.Events.PATH));
        tags.forEach(tag -> {
            paths.add(Group.pathOf(tag));
            paths.add(Group.pathOf(tag) + "/objects");
        });
        return paths;
    }

    StaticFile page(String path) {
        StaticFile page = pages.get(path);
        if (page == null) {
            throw new IllegalArgumentException("no page " + path);
        }
        return page;
    }

    List<SearchIndex.Hit> find(String query) {
        return index.find(query);
    }

    /** Returns the page with the results of a search. */
    String results(String query) {
        String shown = query.length() > SearchIndex.QUERY_MAX ? query.substring(0, SearchIndex.QUERY_MAX) : query;
        return layout.page(
                "Search", "/docs/search", Map.of(), render("search", new ReferenceView.Results(shown, find(shown))));
    }

    private static String render(String template, Object view) {
        StringOutput output = new StringOutput();
        ENGINE.render("docs/" + template + ".jte", view, output);
        return output.toString();
    }

    private void add(String path, String title, Map<String, String> endpoints, String article) {
        byte[] page = layout.page(title, path, endpoints, article).getBytes(StandardCharsets.UTF_8);
        pages.put(path, StaticFile.of(HTML, page));
    }

    private void add(Group group) {
        Map<String, String> endpoints = new LinkedHashMap<>();
        group.operations().forEach(operation -> endpoints.put("#" + operation.id(), operation.summary()));
        endpoints.put(group.objectsPath(), "Objects");
        add(group.path(), group.name(), endpoints, render("group", group));
        Map<String, String> objects = new LinkedHashMap<>();
        group.objects().forEach(object -> objects.put("#" + object.name(), object.name()));
        add(group.objectsPath(), group.name() + ": objects", objects, render("objects", group));
    }

    private void index(Guide guide) {
        boolean settings = guide.name().equals("settings");
        for (Guide.Section section : guide.sections()) {
            String anchor = section.anchor().isEmpty() ? "" : "#" + section.anchor();
            String text = settings ? "" : section.text();
            places.add(new SearchIndex.Place(guide.path() + anchor, guide.title(), section.heading(), text));
        }
        if (settings) {
            SETTING.matcher(guide.markdown())
                    .results()
                    .forEach(row -> places.add(new SearchIndex.Place(
                            guide.path() + "#" + row.group(1),
                            guide.title(),
                            row.group(1),
                            row.group(2)
                                    .replaceAll("[|`]", " ")
                                    .replaceAll("\\s+", " ")
                                    .strip())));
        }
    }

    private void index(Group group) {
        String page = "API reference · " + group.name();
        places.add(new SearchIndex.Place(group.path(), "API reference", group.name(), plain(group.html())));
        group.operations().forEach(operation -> {
            String fields =
                    operation.body() == null ? "" : names(operation.body().fields());
            places.add(new SearchIndex.Place(
                    group.path() + "#" + operation.id(),
                    page,
                    operation.summary(),
                    operation.method() + " " + operation.path() + " " + operation.id() + ". " + plain(operation.html())
                            + " " + names(operation.parameters()) + " " + fields));
        });
        group.objects()
                .forEach(object -> places.add(new SearchIndex.Place(
                        group.objectsPath() + "#" + object.name(),
                        page + " · objects",
                        object.name(),
                        plain(object.html()) + " " + names(object.fields()))));
    }

    private void index(ReferenceView.Status status) {
        String page = "Errors · " + status.status();
        places.add(new SearchIndex.Place(
                ReferenceText.ERRORS_PATH + "#status-" + status.status(),
                "Errors",
                status.status(),
                plain(status.html())));
        status.codes()
                .forEach(code -> places.add(new SearchIndex.Place(
                        ReferenceText.ERRORS_PATH + "#" + code.code(),
                        page,
                        code.code(),
                        code.mentions().stream()
                                .map(mention -> mention.summary() + ": " + plain(mention.html()))
                                .collect(Collectors.joining(" ")))));
    }

    private void index(ReferenceView.Kind kind) {
        kind.types()
                .forEach(type -> places.add(new SearchIndex.Place(
                        ReferenceView.Events.PATH + "#" + type.name(),
                        "Webhook events",
                        type.name(),
                        plain(type.html()))));
    }

    private static String names(List<SchemaFields.Row> rows) {
        return rows.stream().map(SchemaFields.Row::name).collect(Collectors.joining(" "));
    }

    private static String plain(String html) {
        return TAG.matcher(html)
                .replaceAll("")
                .replace("&quot;", "\"")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&")
                .strip();
    }
}
