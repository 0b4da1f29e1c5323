package io.tollgate.order;

import io.tollgate.http.Input;
import io.tollgate.http.Key;
import io.tollgate.http.Value;
import java.util.List;

/** What a body may hold of a buyer's answers to the fields of a page. */
public final class AnswerKeys {
    private static final int TEXT_MAX = 5_000;
    private static final int FIELDS_MAX = 100;
    private static final int OPTIONS_MAX = 100;
    private static final int LINE_MAX = 200;

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

    private static final Key LINE1 = Key.text("line1", LINE_MAX);
    private static final Key LINE2 = Key.text("line2", LINE_MAX);
    private static final Key CITY = Key.text("city", LINE_MAX);
    private static final Key REGION = Key.text("region", LINE_MAX);
    private static final Key STATE = Key.text("state", LINE_MAX);
    private static final Key POSTAL_CODE = Key.text("postalCode", 50);
    private static final Key COUNTRY = Key.of(
                    "country", Value.matching(2, 2, "[A-Za-z]{2}", "must be a country's code of two letters"))
            .needed();

    private static final Value ADDRESS = Value.object(
            Key.object("billing", LINE1, LINE2, CITY, REGION, STATE, POSTAL_CODE, COUNTRY),
            Key.object(
                    "shipping",
                    Key.text("name", LINE_MAX),
                    Key.text("phone", 50),
                    LINE1,
                    LINE2,
                    CITY,
                    REGION,
                    STATE,
                    POSTAL_CODE,
                    COUNTRY),
            Key.bool("sameAsShipping"));

    /** One answer for each field. */
    public static final Key FIELDS = Key.of(
            "fields",
            Value.list(
                    1,
                    FIELDS_MAX,
                    Value.object(
                            Key.id("fieldId"),
                            Key.text("reference", LINE_MAX),
                            Key.of("value", Value.textOr(TEXT_MAX, ADDRESS)),
                            Key.of("values", Value.list(0, OPTIONS_MAX, Value.line(1, LINE_MAX))),
                            Key.object("meta", Key.oneOf("type", TAX_IDS.toArray(String[]::new))))));

    private AnswerKeys() {}

    /** Holds what the form of a body cannot say: an answer names its field one way, and has one value. */
    public static void hold(Input body) {
        for (Input field : body.objects("fields")) {
            field.rule(
                    !field.has("fieldId") || !field.has("reference"),
                    "fieldId",
                    "and reference name the same: send one of the two");
            field.rule(!field.has("value") || !field.has("values"), "value", "and values: send one of the two");
            for (String address : List.of("billing", "shipping")) {
                Input one = field.object("value").object(address);
                one.rule(
                        !one.has("region") || !one.has("state"),
                        "region",
                        "and state are the same: send one of the two");
            }
        }
    }
}
