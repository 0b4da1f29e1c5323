package io.tollgate.cart.input;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.cart.PostalAddress;
import io.tollgate.cart.ShippingAddress;
import io.tollgate.cart.SubmittedAnswer;
import io.tollgate.cart.SubmittedAnswer.Addresses;
import io.tollgate.input.Input;
import io.tollgate.input.Key;
import io.tollgate.input.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The keys of bodies that have a buyer's answers to the fields of a page, and how the answers are read. */
public final class AnswerKeys {
    private static final int TEXT_MAX = 5_000;
    private static final int FIELDS_MAX = 100;
    private static final int OPTIONS_MAX = 500;
    private static final int LINE_MAX = 200;
    private static final int PHONE_MAX = 50;
    private static final int POSTAL_CODE_MAX = 50;

    /** Kinds of tax numbers. */
    private static final List<String> TAX_IDS = List.of(
            "ad_nrt",
            "ae_trn",
            "ar_cuit",
            "au_abn",
            "au_arn",
            "bg_uic",
            "bo_tin",
            "br_cnpj",
            "br_cpf",
            "ca_bn",
            "ca_gst_hst",
            "ca_pst_bc",
            "ca_pst_mb",
            "ca_pst_sk",
            "ca_qst",
            "ch_uid",
            "ch_vat",
            "cl_tin",
            "cn_tin",
            "co_nit",
            "cr_tin",
            "de_stn",
            "do_rcn",
            "ec_ruc",
            "eg_tin",
            "es_cif",
            "eu_oss_vat",
            "eu_vat",
            "gb_vat",
            "ge_vat",
            "hk_br",
            "hr_oib",
            "hu_tin",
            "id_npwp",
            "il_vat",
            "in_gst",
            "is_vat",
            "jp_cn",
            "jp_rn",
            "jp_trn",
            "ke_pin",
            "kr_brn",
            "li_uid",
            "li_vat",
            "mx_rfc",
            "my_frp",
            "my_itn",
            "my_sst",
            "ng_tin",
            "no_vat",
            "no_voec",
            "nz_gst",
            "pe_ruc",
            "ph_tin",
            "ro_tin",
            "rs_pib",
            "ru_inn",
            "ru_kpp",
            "sa_vat",
            "sg_gst",
            "sg_uen",
            "si_tin",
            "sv_nit",
            "th_vat",
            "tr_tin",
            "tw_vat",
            "ua_vat",
            "us_ein",
            "uy_ruc",
            "ve_rif",
            "vn_tin",
            "za_vat");

    private static final Key BILLING = Key.object("billing", address());
    private static final Key SHIPPING =
            Key.object("shipping", address(part("name", LINE_MAX), part("phone", PHONE_MAX)));

    /** One answer for each field: as a caller writes it, or as a record shows it. */
    public static final Key FIELDS = Key.of(
            "fields",
            Value.list(
                    1,
                    FIELDS_MAX,
                    Value.object(
                            Key.id("fieldId"),
                            part("reference", LINE_MAX),
                            Key.of(
                                    "value",
                                    Value.textOr(
                                            TEXT_MAX, Value.object(BILLING, SHIPPING, Key.bool("sameAsShipping")))),
                            Key.of("values", Value.list(0, OPTIONS_MAX, Value.line(1, LINE_MAX)))
                                    .orNull(),
                            Key.object("meta", Key.oneOf("type", TAX_IDS.toArray(String[]::new)), BILLING, SHIPPING)
                                    .orNull(),
                            part("label", LINE_MAX),
                            part("element", LINE_MAX),
                            Key.of("type", Value.line(0, LINE_MAX)).orNull())));

    private AnswerKeys() {}

    private static Key part(String name, int max) {
        return Key.text(name, max).orNull();
    }

    private static Key[] address(Key... before) {
        List<Key> keys = new ArrayList<>(List.of(before));
        for (String name : List.of("line1", "line2", "city", "region", "state")) {
            keys.add(part(name, LINE_MAX));
        }
        keys.add(part("postalCode", POSTAL_CODE_MAX));
        keys.add(Key.of("country", Value.matching(2, 2, "[A-Za-z]{2}", "must be a country's code of two letters"))
                .needed());
        return keys.toArray(Key[]::new);
    }

    /** Checks rules between the keys of a body. */
    public static void validate(Input body) {
        for (Input field : body.objects("fields")) {
            for (Input of : List.of(field.object("value"), field.object("meta"))) {
                for (Input one : List.of(of.object("billing"), of.object("shipping"))) {
                    one.rule(
                            !one.hasValue("region") || !one.hasValue("state"),
                            "region",
                            "and state are the same: send one of the two");
                }
            }
        }
    }

    /** The answers of a body that is valid. */
    public static List<SubmittedAnswer> read(JsonNode fields) {
        List<SubmittedAnswer> answers = new ArrayList<>();
        for (JsonNode field : fields) {
            JsonNode value = field.path("value");
            JsonNode meta = field.path("meta");
            answers.add(new SubmittedAnswer(
                    field.path("fieldId").textValue(),
                    field.path("reference").textValue(),
                    value.textValue(),
                    value.isObject() ? addresses(value) : null,
                    field.hasNonNull("values") ? texts(field.get("values")) : null,
                    meta.path("type").textValue(),
                    meta.hasNonNull("billing") || meta.hasNonNull("shipping") ? addresses(meta) : null));
        }
        return answers;
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(item -> texts.add(item.asText()));
        return texts;
    }

    private static Addresses addresses(JsonNode sent) {
        JsonNode shipping = sent.path("shipping");
        return new Addresses(
                postalAddress(sent.path("billing")),
                shipping.isObject()
                        ? new ShippingAddress(
                                shipping.path("name").textValue(),
                                shipping.path("phone").textValue(),
                                Objects.requireNonNull(postalAddress(shipping)))
                        : null,
                sent.path("sameAsShipping").asBoolean());
    }

    /** {@code region} is another name of {@code state}. */
    private static @Nullable PostalAddress postalAddress(JsonNode sent) {
        if (!sent.isObject()) {
            return null;
        }
        return new PostalAddress(
                sent.path("line1").textValue(),
                sent.path("line2").textValue(),
                sent.path("city").textValue(),
                sent.path(sent.hasNonNull("state") ? "state" : "region").textValue(),
                sent.path("postalCode").textValue(),
                sent.path("country").asText().toUpperCase(Locale.ROOT));
    }
}
