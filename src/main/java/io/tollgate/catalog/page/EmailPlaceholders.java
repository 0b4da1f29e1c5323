package io.tollgate.catalog.page;

import io.tollgate.platform.input.Input;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The placeholders of a page's confirmation e-mail, such as {@code {{order.id}}}. */
public final class EmailPlaceholders {
    /** The names of all placeholders. */
    public static final List<String> NAMES = List.of(
            "amount",
            "amount.due",
            "amount.paid",
            "customer.email",
            "customer.name",
            "event.date",
            "event.location",
            "event.meetingLink",
            "event.time",
            "event.title",
            "form.title",
            "order.date",
            "order.id",
            "product.title",
            "seller.name",
            "ticket.count");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{\\s*([^{}]{0,100}?)\\s*}}");

    private EmailPlaceholders() {}

    /** Reports each setting that was sent with an unknown placeholder. */
    static void check(Input input) {
        check(input, "confirmationEmailSubject", "confirmationEmailMessage");
        Input reminders = input.object("checkoutAbandonment").object("emailReminders");
        for (String reminder : List.of("reminder1", "reminder2", "reminder3")) {
            check(reminders.object(reminder), "subject", "body", "buttonText");
        }
    }

    private static void check(Input input, String... names) {
        for (String name : names) {
            String text = input.text(name);
            List<String> unknown = text == null
                    ? List.of()
                    : PLACEHOLDER
                            .matcher(text)
                            .results()
                            .map(match -> match.group(1))
                            .filter(placeholder -> !NAMES.contains(placeholder))
                            .distinct()
                            .limit(3)
                            .toList();
            input.rule(
                    unknown.isEmpty(),
                    name,
                    "has unknown placeholders (" + String.join(", ", unknown) + "); known are "
                            + String.join(", ", NAMES));
        }
    }

    /** Replaces the known placeholders of a text. Others stay as they are. */
    public static String fill(String text, UnaryOperator<String> values) {
        return PLACEHOLDER.matcher(text).replaceAll(match -> replacement(match, values));
    }

    private static String replacement(MatchResult match, UnaryOperator<String> values) {
        String name = match.group(1);
        return Matcher.quoteReplacement(NAMES.contains(name) ? values.apply(name) : match.group());
    }
}
