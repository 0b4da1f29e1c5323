package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import java.util.Comparator;
import java.util.Map;

/** A member who makes pages and edits them. */
record EditorVisit(TestShop shop, DashboardVisitor member, boolean live) {
    String home() {
        return "/dashboard/" + shop.seller().name() + (live ? "" : "/test");
    }

    Shown get(String path) {
        return member.get(path);
    }

    /** Creates a page and returns the path of its record. */
    String create(String template) {
        String list = home() + PageTemplate.named(template).list().section().path();
        Map<String, String> form = FilledForm.of(get(list + "/new").expect(200).html());
        form.put("template", template);
        form.put("name", "My <b>" + template + "</b>");
        String path = member.post(list + "/new", form).expect(303).path();
        assertThat(path).endsWith("/editor/texts?done=new");
        return path.substring(0, path.indexOf("/editor"));
    }

    /** Returns the path of a page in the API. */
    String target(String page) {
        return "/v1" + page.substring(home().length());
    }

    ObjectNode record(String page) {
        return (ObjectNode)
                shop.seller().live().get(target(page)).expect(200).json().get("data");
    }

    /** Returns the fields of a page in their order. */
    ArrayNode sorted(String page) {
        ArrayNode fields = JsonNodeFactory.instance.arrayNode();
        record(page)
                .get("fields")
                .valueStream()
                .sorted(Comparator.comparingLong(
                        (JsonNode field) -> field.get("order").asLong()))
                .forEach(fields::add);
        return fields;
    }

    private static String path(String page, String section) {
        return page + "/editor/" + section;
    }

    Map<String, String> form(String page, String section) {
        Map<String, String> form =
                FilledForm.of(get(path(page, section)).expect(200).html());
        form.put("do", "save");
        return form;
    }

    Shown send(String page, String section, Map<String, String> form) {
        form.put("do", "save");
        return member.post(path(page, section), form);
    }

    /** @param changed inputs; a box with a dash is not ticked any more */
    Shown save(String page, String section, Map<String, String> changed) {
        Map<String, String> form = form(page, section);
        form.putAll(changed);
        form.values().removeIf("-"::equals);
        return send(page, section, form);
    }

    /** Presses a button that changes a list, and returns the form that is shown then. */
    Map<String, String> press(String page, String section, Map<String, String> form, String button) {
        form.put("do", button);
        return FilledForm.of(member.post(path(page, section), form).expect(200).html());
    }
}
