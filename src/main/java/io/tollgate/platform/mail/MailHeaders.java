package io.tollgate.platform.mail;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** Encodes texts for headers (RFC 2047). No text can add a header, an address or a line. */
final class MailHeaders {
    private static final int SUBJECT_MAX = 200;
    private static final int NAME_MAX = 100;

    /** Bytes of text in one encoded word, which has at most 75 characters. */
    private static final int WORD_BYTES = 45;

    private static final Pattern ASCII = Pattern.compile("[ -~]*");

    private MailHeaders() {}

    static String subject(String text) {
        return encoded(MailAddress.header(text, SUBJECT_MAX));
    }

    /** Returns an address with a name, or only the address if the name is empty. */
    static String mailbox(String name, String address) {
        String clean = MailAddress.header(name.replaceAll("[\"\\\\<>]+", " "), NAME_MAX);
        if (clean.isEmpty()) {
            return address;
        }
        return (ASCII.matcher(clean).matches() ? '"' + clean + '"' : encoded(clean)) + " <" + address + ">";
    }

    /** Encodes a text that is not ASCII. A text that looks like an encoded word is encoded too. */
    private static String encoded(String text) {
        if (ASCII.matcher(text).matches() && !text.contains("=?")) {
            return text;
        }
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        int bytes = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            String character = Character.toString(text.codePointAt(i));
            int length = character.getBytes(StandardCharsets.UTF_8).length;
            if (bytes + length > WORD_BYTES) {
                words.add(word.toString());
                word.setLength(0);
                bytes = 0;
            }
            word.append(character);
            bytes += length;
        }
        words.add(word.toString());
        return String.join(
                "\r\n ",
                words.stream()
                        .map(part -> "=?UTF-8?B?"
                                + Base64.getEncoder().encodeToString(part.getBytes(StandardCharsets.UTF_8)) + "?=")
                        .toList());
    }
}
