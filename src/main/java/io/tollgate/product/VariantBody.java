package io.tollgate.product;

import io.tollgate.input.Input;

/** The rules that hold within the body of one variant and its options. */
final class VariantBody {
    private VariantBody() {}

    /** Whatever the product is, these do not go together in one option. */
    static void check(Input variant) {
        for (Input option : variant.objects("options")) {
            Long least = option.integer("additionalChargeAmount");
            Long suggested = option.integer("pwywSuggestedPrice");
            option.rule(
                    least == null || suggested == null || suggested >= least || suggested == 0,
                    "pwywSuggestedPrice",
                    "must not be less than additionalChargeAmount, the least that may be paid");
            String type = option.text("type");
            boolean chosen = option.bool("payWhatYouWant", false);
            option.rule(
                    type == null || !option.has("payWhatYouWant") || chosen == type.equals("pay_what_you_want"),
                    "payWhatYouWant",
                    "must be true with the type pay_what_you_want, and false with others");
        }
    }
}
