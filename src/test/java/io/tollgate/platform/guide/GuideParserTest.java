package io.tollgate.platform.guide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Markdown becomes pages that are safe, linked and searchable. */
class GuideParserTest {
    private static Guide guide(String markdown) {
        return GuideParser.parse("sample", "# Sample\n\nWhat it\nis about.\n\n" + markdown);
    }

    @Test
    void raw_html_and_unsafe_links_are_not_rendered() {
        String html = guide("<script>x</script>\n\nA <b>word</b>, a [link](javascript:alert(1)), `<i>`.")
                .html();
        assertThat(html)
                .doesNotContain("<script", "<b>", "<i>", "javascript:")
                .contains("&lt;script&gt;", "&lt;b&gt;", "<code>&lt;i&gt;</code>");
        assertThat(guide("```sh\ncurl \"<script>\"\n```\n").html()).doesNotContain("<script>");
    }

    @Test
    void links_between_guides_lead_to_pages() {
        assertThat(guide("[a](lists.md), [b](writes.md#change), [c](index.md), [d](/openapi.json)")
                        .html())
                .contains(
                        "href=\"/docs/guides/lists\"",
                        "href=\"/docs/guides/writes#change\"",
                        "href=\"/docs\"",
                        "href=\"/openapi.json\"");
    }

    @Test
    void sections_have_the_anchors_that_github_gives_them() {
        Guide guide = guide("## One key, one `request`\n\nFirst.\n\n## Twice\n\n## Twice\n\nLast.");
        assertThat(guide.title()).isEqualTo("Sample");
        assertThat(guide.summary()).isEqualTo("What it is about.");
        assertThat(guide.sections())
                .extracting(Guide.Section::anchor)
                .containsExactly("", "one-key-one-request", "twice", "twice-1");
        assertThat(guide.sections())
                .extracting(Guide.Section::text)
                .containsExactly("What it is about.", "First.", "", "Last.");
        assertThat(guide.html()).contains("<h2 id=\"one-key-one-request\">", "<h2 id=\"twice-1\">");
    }

    @Test
    void tables_scroll_by_themselves() {
        assertThat(guide("| a | b |\n|---|---|\n| 1 | 2 |\n").html())
                .containsOnlyOnce("tabindex=\"0\"><table>")
                .containsOnlyOnce("</table></div>");
    }
}
