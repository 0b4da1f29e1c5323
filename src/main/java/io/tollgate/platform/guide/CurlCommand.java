package io.tollgate.platform.guide;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request, parsed from a curl sample of a guide. Strings may contain shell variables like {@code $EVENT_ID}.
 *
 * @param headers without {@code Content-Type}, which a body implies
 * @param body JSON, or null
 * @param output the file that receives the response, or null
 */
public record CurlCommand(
        String method,
        String url,
        Map<String, String> headers,
        @Nullable JsonNode body,
        @Nullable String output) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** A word, with or without single or double quotes. */
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    private static final Pattern HERE_DOCUMENT = Pattern.compile("<<EOF\\n(.*)\\nEOF\\s*$", Pattern.DOTALL);

    /** Returns whether a code block is a sample that can be parsed. */
    public static boolean isOne(String code) {
        return code.startsWith("curl ");
    }

    /**
     * Parses the options that guides use: {@code -X}, {@code -H}, {@code --json}, {@code -o}, {@code -i}, {@code -s}.
     *
     * @throws IllegalArgumentException if the sample contains anything else
     */
    public static CurlCommand parse(String code) {
        Matcher document = HERE_DOCUMENT.matcher(code);
        String json = document.find() ? document.group(1) : null;
        String line = json == null ? code : code.substring(0, document.start());
        return new Options(words(line.replace("\\\n", " ")), json).command();
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3));
        }
        return words;
    }

    /** Parses the words of a command in order. */
    private static final class Options {
        private final List<String> words;
        private final @Nullable String document;
        private final Map<String, String> headers = new LinkedHashMap<>();
        private @Nullable String method;
        private String url = "";
        private @Nullable JsonNode body;
        private @Nullable String output;

        Options(List<String> words, @Nullable String document) {
            this.words = words;
            this.document = document;
        }

        CurlCommand command() {
            int at = 1;
            while (at < words.size()) {
                String option = words.get(at);
                boolean flag = option.equals("-i") || option.equals("-s");
                boolean valued = option.startsWith("-") && !flag;
                if (valued && at + 1 == words.size()) {
                    throw new IllegalArgumentException(option + " needs a value");
                }
                if (valued) {
                    read(option, words.get(at + 1));
                } else if (!flag) {
                    url = option;
                }
                at += valued ? 2 : 1;
            }
            String used = method != null ? method : body == null ? "GET" : "POST";
            return new CurlCommand(used, url, headers, body, output);
        }

        private void read(String option, String value) {
            switch (option) {
                case "-X" -> method = value;
                case "-H" -> {
                    String[] header = value.split(": ", 2);
                    headers.put(header[0], header[1]);
                }
                case "--json" -> body = json(document != null && value.equals("@-") ? document : value);
                case "-o" -> output = value;
                default -> throw new IllegalArgumentException("unsupported option of curl: " + option);
            }
        }

        private static JsonNode json(String text) {
            try {
                return MAPPER.readTree(text);
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException("not JSON: " + text, e);
            }
        }
    }
}
