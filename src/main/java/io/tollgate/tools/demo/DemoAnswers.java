package io.tollgate.tools.demo;

import io.tollgate.catalog.model.BuyerField;
import io.tollgate.platform.error.ApiError.Problem;
import io.tollgate.sales.cart.Answers;
import io.tollgate.sales.cart.SubmittedAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Generates the answers of buyers to the fields of pages. */
record DemoAnswers(Person person, DemoRandom random) {
    private static final List<String> NOTES = List.of(
            "Please ring twice.",
            "Happy birthday, Zoë! 🎂",
            "Bitte vor 18 Uhr – danke schön",
            "配達は午後にお願いします",
            "شكراً جزيلاً",
            "Gluten-free, 100% please");

    static Answers to(List<BuyerField> fields, Person person, DemoRandom random) {
        DemoAnswers replies = new DemoAnswers(person, random);
        List<SubmittedAnswer> submitted = new ArrayList<>(fields.size());
        for (BuyerField field : fields) {
            if (field.element() == BuyerField.Element.FILE) {
                continue;
            }
            if (field.required() || !random.percent(40)) {
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
                List<String> chosen = labels.subList(0, random.between(1, labels.size()));
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
            case NUMBER -> Integer.toString(random.between(1, 99));
            case DATE -> "2027-0" + random.between(1, 9) + "-1" + random.below(10);
            case TEXTAREA -> random.pick(NOTES);
            case SELECT -> random.pick(field.options()).label();
            case PHONE -> person.buyer().phone();
            case EMAIL -> person.buyer().email();
            case PO_NUMBER -> "PO-" + random.between(10_000, 99_999);
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
