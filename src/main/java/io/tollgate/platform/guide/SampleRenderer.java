package io.tollgate.platform.guide;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlWriter;

/**
 * Renders code blocks. A curl request becomes a group of samples in four languages, which a script converts to tabs;
 * without the script, all samples are visible.
 */
final class SampleRenderer implements NodeRenderer {
    private static final Map<String, String> NAMES = Map.of(
            "sh", "Shell", "json", "JSON", "java", "Java", "js", "JavaScript", "python", "Python", "http", "HTTP");

    private final HtmlWriter html;

    SampleRenderer(HtmlNodeRendererContext context) {
        html = context.getWriter();
    }

    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
        return Set.of(FencedCodeBlock.class);
    }

    @Override
    public void render(Node node) {
        FencedCodeBlock block = (FencedCodeBlock) node;
        String code = block.getLiteral();
        html.line();
        if (!CurlCommand.isOne(code)) {
            String language = block.getInfo().split(" ")[0];
            html.tag("div", Map.of("class", "samples"));
            sample(NAMES.getOrDefault(language, "Text"), code);
        } else {
            CurlCommand command = CurlCommand.parse(code);
            html.tag("div", Map.of("class", "samples", "data-tabs", "Language of the sample"));
            sample("curl", code);
            sample("Java", JavaSample.of(command));
            sample("JavaScript", JavaScriptSample.of(command));
            sample("Python", PythonSample.of(command));
        }
        html.tag("/div");
        html.line();
    }

    private void sample(String language, String code) {
        html.tag("div", Map.of("class", "sample", "data-language", language));
        html.tag("p");
        html.text(language);
        html.tag("/p");
        Map<String, String> scrolled = new LinkedHashMap<>();
        scrolled.put("tabindex", "0");
        scrolled.put("aria-label", language);
        scrolled.put("role", "group");
        html.tag("pre", scrolled);
        html.tag("code");
        html.text(code);
        html.tag("/code");
        html.tag("/pre");
        html.tag("/div");
    }
}
