package io.tollgate.sales.cart.input;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.input.Input;
import io.tollgate.platform.schema.Field;
import io.tollgate.platform.schema.Type;
import io.tollgate.sales.cart.PostalAddress;
import io.tollgate.sales.cart.ShippingAddress;
import io.tollgate.sales.cart.SubmittedAnswer;
import io.tollgate.sales.cart.SubmittedAnswer.Addresses;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Declares the body keys of a buyer's answers and reads the answers from bodies. */
public final class AnswerKeys {
    /** Maximum length of an answer. */
    public static final int TEXT_MAX = 5_000;

    private static final int FIELDS_MAX = 100;
    private static final int OPTIONS_MAX = 500;
    /** Maximum length of a line of an address. */
    public static final int LINE_MAX = 200;

    private static final int PHONE_MAX = 50;
    private static final int POSTAL_CODE_MAX = 50;

    /** The types of tax ids. */
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

    private static final Field BILLING =
            Field.object("billing", address()).doc("Billing address.").personal();
    private static final Field SHIPPING = Field.object(
                    "shipping",
                    address(
                            part("name", LINE_MAX).doc("Name of the recipient."),
                            part("phone", PHONE_MAX).doc("Phone number of the recipient.")))
            .doc("Shipping address.")
            .personal();

    /** The answers, one for each field. They can also have the format in which records return them. */
    public static final Field FIELDS = Field.of(
                    "fields",
                    Type.list(
                            1,
                            FIELDS_MAX,
                            Type.object(
                                    Field.id("fieldId")
                                            .doc("Id of the field. Send this or `reference`; if you send both, they "
                                                    + "must name the same field."),
                                    part("reference", LINE_MAX).doc("Reference of the field. Send this or `fieldId`."),
                                    Field.of(
                                                    "value",
                                                    Type.textOr(
                                                            TEXT_MAX,
                                                            Type.object(
                                                                    BILLING,
                                                                    SHIPPING,
                                                                    Field.bool("sameAsShipping")
                                                                            .doc("Whether the billing address is also "
                                                                                    + "the shipping address."))))
                                            .personal()
                                            .doc("The answer: text, or an object for a field of the element "
                                                    + "`address`. Options are named by their labels. A checked "
                                                    + "checkbox is `TRUE`."),
                                    Field.of("values", Type.list(0, OPTIONS_MAX, Type.line(1, LINE_MAX)))
                                            .personal()
                                            .doc("Labels of the chosen options, for a `multi-select`. Tollgate "
                                                    + "derives `value` from them.")
                                            .orNull(),
                                    Field.object(
                                                    "meta",
                                                    Field.oneOf("type", TAX_IDS.toArray(String[]::new))
                                                            .doc("Type of the tax id."),
                                                    BILLING,
                                                    SHIPPING)
                                            .doc("Type of a tax id, or the parts of addresses as records return them.")
                                            .personal()
                                            .orNull(),
                                    part("label", LINE_MAX).doc("As records return it; ignored."),
                                    part("element", LINE_MAX).doc("As records return it; ignored."),
                                    Field.of("type", Type.line(0, LINE_MAX))
                                            .doc("As records return it; ignored.")
                                            .orNull())))
            .doc("One answer for each field, including all required fields. Each answer names its field by `fieldId` "
                    + "or `reference`.");

    private AnswerKeys() {}

    private static Field part(String name, int max) {
        return Field.text(name, max).orNull();
    }

    static Field[] address(Field... before) {
        List<Field> keys = new ArrayList<>(List.of(before));
        keys.add(part("line1", LINE_MAX).doc("First line of the address, such as street and number."));
        keys.add(part("line2", LINE_MAX).doc("Second line of the address, such as an apartment."));
        keys.add(part("city", LINE_MAX).doc("City or town."));
        keys.add(part("region", LINE_MAX).doc("Another name of `state`. Send one of the two."));
        keys.add(part("state", LINE_MAX).doc("State, province or region."));
        keys.add(part("postalCode", POSTAL_CODE_MAX).doc("Postal code."));
        keys.add(Field.of("country", Type.matching(2, 2, "[A-Za-z]{2}", "must be a two-letter country code"))
                .doc("ISO 3166-1 code of the country, two letters.")
                .needed());
        return keys.toArray(Field[]::new);
    }

    /** Rejects addresses that have both {@code region} and {@code state}. */
    public static void validate(Input body) {
        for (Input field : body.objects("fields")) {
            for (Input of : List.of(field.object("value"), field.object("meta"))) {
                for (Input one : List.of(of.object("billing"), of.object("shipping"))) {
                    validateAddress(one);
                }
            }
        }
    }

    static void validateAddress(Input address) {
        address.rule(
                !address.hasValue("region") || !address.hasValue("state"),
                "region",
                "and state are aliases: send only one");
    }

    /** Reads the answers of a validated body. */
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

    /** Accepts {@code region} as an alias of {@code state}. */
    static @Nullable PostalAddress postalAddress(JsonNode sent) {
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
