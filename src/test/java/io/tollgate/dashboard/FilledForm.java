package io.tollgate.dashboard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a browser would send of a form: also selected options, text areas and ticked boxes. */
final class FilledForm {
    private static final Pattern PART = Pattern.compile(
            "<input((?:\\s+[\\w:-]+(?:=\"[^\"]*\")?)*)\\s*>"
                    + "|<select([^>]*)>(.*?)</select>|<textarea([^>]*)>(.*?)</textarea>",
            Pattern.DOTALL);
    private static final Pattern OPTION = Pattern.compile("<option([^>]*)>");

    private FilledForm() {}

    static Map<String, String> of(String html) {
        Map<String, String> form = new LinkedHashMap<>();
        int main = html.indexOf("<main");
        Matcher part = PART.matcher(html.substring(Math.max(0, main)));
        while (part.find()) {
            if (part.group(1) != null) {
                String type = attribute(part.group(1), "type");
                boolean ticked = part.group(1).contains(" checked");
                if (type.equals("file") || ((type.equals("checkbox") || type.equals("radio")) && !ticked)) {
                    continue;
                }
                put(form, part.group(1), attribute(part.group(1), "value"));
            } else if (part.group(2) != null) {
                put(form, part.group(2), selected(part.group(3)));
            } else {
                put(form, part.group(4), text(part.group(5)));
            }
        }
        return form;
    }

    private static void put(Map<String, String> form, String attributes, String value) {
        String name = attribute(attributes, "name");
        if (!name.isEmpty()) {
            form.putIfAbsent(name, value);
        }
    }

    private static String selected(String options) {
        String first = null;
        Matcher option = OPTION.matcher(options);
        while (option.find()) {
            String value = attribute(option.group(1), "value");
            if (option.group(1).contains(" selected")) {
                return value;
            }
            first = first == null ? value : first;
        }
        return first == null ? "" : first;
    }

    private static String attribute(String tag, String name) {
        Matcher value = Pattern.compile("(?:^|\\s)" + name + "=\"([^\"]*)\"").matcher(tag);
        return value.find() ? text(value.group(1)) : "";
    }

    private static String text(String html) {
        return html.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#34;", "\"")
                .replace("&#39;", "'")
                .replace("&quot;", "\"")
                .replace("&amp;", "&");
    }
}
