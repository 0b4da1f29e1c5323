package io.tollgate.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Makes the fields of pages. Every page asks for name and e-mail. */
final class Questions {
    private final CatalogueIds ids;
    private final List<Question> made = new ArrayList<>();

    Questions(CatalogueIds ids) {
        this.ids = ids;
        ask("Name", "text", "name", "customer_name", true);
        ask("Email address", "email", "email", "customer_email", true);
    }

    Questions ask(String label, String element, String type, String reference, boolean required, String... options) {
        List<String> optionIds = new ArrayList<>();
        for (int i = 0; i < options.length; i++) {
            optionIds.add(ids.next());
        }
        long createdAt = ids.time();
        made.add(new Question(
                ids.next(), label, element, type, reference, required, List.of(options), optionIds, createdAt));
        return this;
    }

    Questions address() {
        return ask("Billing address", "address", "", "billing_address", true);
    }

    Questions phone() {
        return ask("Phone", "phone", "phone", "phone", false);
    }

    Questions business() {
        return ask("Company", "text", "company-name", "company", false)
                .ask("VAT number", "tax-id", "tax-id", "tax_id", false)
                .ask("Purchase order", "po-number", "po-number", "po_number", false);
    }

    Questions source() {
        return ask("How did you hear about us?", "select", "", "source", false, "A friend", "Søgning", "Podcast", "広告");
    }

    Questions interests() {
        return ask("Interests", "multi-select", "", "interests", false, "Books", "Garten", "Musik", "料理");
    }

    Questions note() {
        return ask("Anything we should know?", "textarea", "", "note", false);
    }

    List<Question> all() {
        return made;
    }

    static List<ObjectNode> documents(List<Question> questions) {
        List<ObjectNode> documents = new ArrayList<>();
        for (Question question : questions) {
            documents.add(question.document(documents.size()));
        }
        return documents;
    }

    static List<ObjectNode> answers(List<Question> questions, Buyer buyer, Chance chance) {
        List<ObjectNode> answers = new ArrayList<>(questions.size());
        for (Question question : questions) {
            ObjectNode answer = question.answer(buyer, chance);
            if (answer != null) {
                answers.add(answer);
            }
        }
        return answers;
    }
}
