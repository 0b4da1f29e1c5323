package io.tollgate.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.accounts.member.Role;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.support.Buyer.FormFile;
import io.tollgate.support.Buyer.Shown;
import io.tollgate.support.TestShop;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Who may edit which page, and what else belongs to the editor: previews, pictures, and what shares a page. */
class EditorAccessTest {
    private static final Pattern FRAME = Pattern.compile("<iframe src=\"([^\"]+)\"");

    private final TestShop shop = TestShop.open();
    private final DashboardVisitor manager = DashboardVisitor.signedIn(shop, Role.MANAGER);
    private final EditorVisit visit = new EditorVisit(shop, manager, true);

    @Test
    void roles_without_the_scope_see_no_button_and_change_nothing() {
        String page = visit.create("e-book");
        for (Role role : List.of(Role.SUPPORT, Role.FINANCE)) {
            DashboardVisitor other = DashboardVisitor.signedIn(shop, role);
            String list = visit.home() + "/checkout-pages";
            Shown record = other.get(page);
            assertThat(record.html()).as(role.wire()).doesNotContain("/editor", "/publish", "/duplicate");
            assertThat(other.get(list).html()).doesNotContain("/new\"");
            for (String path : List.of(list + "/new", page + "/editor", page + "/editor/texts", page + "/duplicate")) {
                assertThat(other.get(path).status()).as(role.wire() + path).isIn(403, 404);
            }
            Map<String, String> form = new HashMap<>(visit.form(page, "texts"));
            form.put("title", "Theirs");
            assertThat(other.post(page + "/editor/texts", form).status()).isIn(403, 404);
        }
        assertThat(visit.record(page).get("title").textValue()).isEqualTo("The handbook");
    }

    @Test
    void members_of_some_pages_edit_these_only() {
        String own = visit.create("concert");
        String other = visit.create("meetup");
        String checkout = visit.create("e-book");
        DashboardVisitor owner = DashboardVisitor.signedIn(shop, Role.OWNER);
        DashboardVisitor team = restricted(owner, "event", own);
        EditorVisit restricted = new EditorVisit(shop, team, true);
        restricted.save(own, "texts", Map.of("title", "Ours")).expect(303);
        assertThat(visit.record(own).get("title").textValue()).isEqualTo("Ours");
        Map<String, String> tickets = restricted.form(own, "tickets");
        tickets.put("ticketGroups[0].name", "Chairs");
        restricted.send(own, "tickets", tickets).expect(303);
        for (String path : List.of(other + "/editor/texts", other + "/share", visit.home() + "/events/new")) {
            assertThat(team.get(path).status()).as(path).isIn(403, 404);
        }
        assertThat(team.get(own + "/editor/texts").html()).doesNotContain("/duplicate");
        assertThat(team.get(visit.home() + "/events").html()).doesNotContain("/new\"");
        DashboardVisitor shelf = restricted(owner, "shelf", checkout);
        assertThat(shelf.get(checkout + "/editor/texts").expect(200).html()).doesNotContain("editor/product");
        assertThat(shelf.get(checkout + "/editor/product").status()).isEqualTo(404);
    }

    /** Invites a manager of one page. */
    private DashboardVisitor restricted(DashboardVisitor owner, String name, String page) {
        String email = name + "@" + shop.seller().name() + ".example";
        String id = page.substring(page.lastIndexOf('/') + 1);
        TeamPagesTest.act(owner, visit.home() + "/members/new", Map.of("email", email, "role", "manager", "pages", id))
                .expect(303);
        return DashboardVisitor.of(shop.gateway(), email).signIn();
    }

    @Test
    void sections_that_a_kind_of_page_does_not_have_do_not_exist() {
        String form = visit.create("contact");
        for (String section : List.of("product", "tickets", "payment", "nothing")) {
            visit.get(form + "/editor/" + section).expect(404);
        }
        visit.get(visit.home() + "/payments/" + "0".repeat(24) + "/editor").expect(404);
    }

    @Test
    void drafts_are_shown_in_a_frame_of_the_own_origin() {
        String page = visit.create("workshop");
        Matcher frame = FRAME.matcher(visit.get(page + "/editor/texts").html());
        assertThat(frame.find()).isTrue();
        String address = frame.group(1);
        assertThat(address).startsWith("/s/").contains("?preview=");
        var shown = shop.seller().live().send("GET", address, Map.of());
        assertThat(shown.header("Content-Security-Policy")).contains("frame-ancestors 'self'");
        TeamPagesTest.act(manager, page + "/publish", Map.of()).expect(303);
        var published = shop.seller().live().send("GET", address, Map.of());
        assertThat(published.header("Content-Security-Policy")).contains("frame-ancestors 'none'");
    }

    @Test
    void pictures_are_added_moved_and_removed() {
        for (String template : List.of("meetup", "e-book")) {
            String page = visit.create(template);
            String list = template.equals("meetup") ? "/images" : "/product/media";
            upload(page, "first.png", FileSamples.png(4, 4)).expect(303);
            upload(page, "second.png", FileSamples.png(5, 5)).expect(303);
            JsonNode images = visit.record(page).at(list);
            assertThat(images.findValuesAsText("name")).containsExactly("first.png", "second.png");
            String second = images.at("/1/fileId").textValue();
            arrange(page, "up " + second);
            assertThat(visit.record(page).at(list).findValuesAsText("name")).containsExactly("second.png", "first.png");
            arrange(page, "remove " + second);
            assertThat(visit.record(page).at(list)).hasSize(1);
            assertThat(upload(page, "text.png", "text".getBytes(java.nio.charset.StandardCharsets.UTF_8))
                            .expect(415)
                            .html())
                    .contains("An image must be a JPEG, PNG, GIF or WebP", "role=\"alert\"");
        }
    }

    private Shown upload(String page, String name, byte[] content) {
        String path = page + "/editor/design";
        Map<String, String> form = Map.of("csrf", visit.form(page, "design").get("csrf"));
        return manager.browser()
                .postFiles(
                        path + "/pictures",
                        form,
                        List.of(new FormFile("file", name, "image/png", content)),
                        "Origin",
                        shop.gateway().url());
    }

    private void arrange(String page, String operation) {
        Map<String, String> form = Map.of("csrf", visit.form(page, "design").get("csrf"), "do", operation);
        manager.post(page + "/editor/design/pictures/arrange", form).expect(303);
    }

    @Test
    void uploads_need_a_session_and_a_form_of_the_dashboard() {
        String page = visit.create("meetup");
        String path = page + "/editor/design/pictures";
        List<FormFile> file = List.of(new FormFile("file", "a.png", "image/png", FileSamples.png(4, 4)));
        String origin = shop.gateway().url();
        assertThat(manager.browser()
                        .postFiles(path, Map.of("csrf", "x"), file, "Origin", origin)
                        .status())
                .isEqualTo(403);
        DashboardVisitor nobody = DashboardVisitor.of(shop.gateway(), "nobody@example.com");
        assertThat(nobody.browser()
                        .postFiles(path, Map.of("csrf", "x"), file, "Origin", origin)
                        .path())
                .isEqualTo("/dashboard");
        assertThat(visit.record(page).get("images")).isEmpty();
    }

    @Test
    void addresses_codes_and_posters() {
        String page = visit.create("e-book");
        JsonNode record = visit.record(page);
        String share = visit.get(page + "/share").expect(200).html();
        assertThat(share)
                .contains(record.get("url").textValue(), "Publish it", "/embed.js")
                .contains("data-tollgate-page=\"" + shop.seller().name() + "/"
                        + record.get("slug").textValue())
                .contains("data-tollgate-mode=\"link\"");
        assertThat(visit.get(page + "/share/qr.svg").expect(200).html())
                .startsWith("<svg")
                .contains("<path d=\"M");
        assertThat(visit.get(page + "/share/poster.pdf").expect(200).html()).startsWith("%PDF-");
        visit.save(page, "design", Map.of("allowEmbed", "-")).expect(303);
        assertThat(visit.get(page + "/share").html())
                .contains("does not allow other sites")
                .doesNotContain("/embed.js");
    }
}
