package io.tollgate.tools.demo;

import io.tollgate.cart.Answers;
import io.tollgate.cart.SubmittedAnswer;
import io.tollgate.catalog.BuyerField;
import io.tollgate.error.ApiError.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What people answer to the fields of pages. */
final class Replies {
    private static final List<String> NOTES = List.of(
            "Please ring twice.",
            "Happy birthday, Zoë! 🎂",
            "Bitte vor 18 Uhr – danke schön",
            "配達は午後にお願いします",
            "شكراً جزيلاً",
            "Gluten-free, 100% please");

    private final Person person;
    private final Chance chance;

    private Replies(Person person, Chance chance) {
        this.person = person;
        this.chance = chance;
    }

    static Answers to(List<BuyerField> fields, Person person, Chance chance) {
        Replies replies = new Replies(person, chance);
        List<SubmittedAnswer> submitted = new ArrayList<>(fields.size());
        for (BuyerField field : fields) {
            if (field.required() || !chance.percent(40)) {
                submitted.add(replies.to(field));
            }
        }
        List<Problem> problems = new ArrayList<>();
        Answers answers = Answers.of(fields, submitted, problems);
        if (!problems.isEmpty()) {
            throw new IllegalStateException("the demo answers wrongly: " + problems);
        }
        return answers;
    }

    private SubmittedAnswer to(BuyerField field) {
        return switch (field.element()) {
            case ADDRESS -> {
                var billing = new SubmittedAnswer.Addresses(
                        Objects.requireNonNull(person.buyer().address()), null, false);
                yield new SubmittedAnswer(field.id(), null, null, billing, null, null, null);
            }
            case MULTI_SELECT -> {
                List<String> labels =
                        field.options().stream().map(BuyerField.Option::label).toList();
                List<String> chosen = labels.subList(0, chance.between(1, labels.size()));
                yield new SubmittedAnswer(field.id(), null, null, null, chosen, null, null);
            }
            case TAX_ID ->
                new SubmittedAnswer(
                        field.id(),
                        null,
                        written(field),
                        null,
                        null,
                        person.buyer().taxIdType(),
                        null);
            default -> new SubmittedAnswer(field.id(), null, written(field), null, null, null, null);
        };
    }

    private String written(BuyerField field) {
        String text = switch (field.element()) {
            case CHECKBOX -> "TRUE";
            case NUMBER -> Integer.toString(chance.between(1, 99));
            case DATE -> "2027-0" + chance.between(1, 9) + "-1" + chance.below(10);
            case TEXTAREA -> chance.pick(NOTES);
            case SELECT -> chance.pick(field.options()).label();
            case PHONE -> person.buyer().phone();
            case EMAIL -> person.buyer().email();
            case PO_NUMBER -> "PO-" + chance.between(10_000, 99_999);
            case TAX_ID -> person.buyer().taxId();
            default -> named(field.type());
        };
        return text == null ? "" : text;
    }

    private @Nullable String named(@Nullable String type) {
        return "company-name".equals(type)
                ? person.buyer().company()
                : person.buyer().name();
    }
}
