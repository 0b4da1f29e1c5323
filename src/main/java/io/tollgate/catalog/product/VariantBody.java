package io.tollgate.catalog.product;

import io.tollgate.platform.input.Input;

/** Validates the rules between the fields of the options of one variant in a body. */
final class VariantBody {
    private VariantBody() {}

    static void check(Input variant) {
        for (Input option : variant.objects("options")) {
            Long least = option.integer("additionalChargeAmount");
            Long suggested = option.integer("pwywSuggestedPrice");
            option.rule(
                    least == null || suggested == null || suggested >= least || suggested == 0,
                    "pwywSuggestedPrice",
                    "must not be less than additionalChargeAmount, the minimum payment");
            String type = option.text("type");
            boolean chosen = option.bool("payWhatYouWant", false);
            option.rule(
                    type == null || !option.has("payWhatYouWant") || chosen == type.equals("pay_what_you_want"),
                    "payWhatYouWant",
                    "must be true for the type pay_what_you_want and false for other types");
        }
    }
}
