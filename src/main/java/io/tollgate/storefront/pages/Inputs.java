package io.tollgate.storefront.pages;

/** The names of the inputs of a checkout page. Views write them, and {@link OrderFormReader} reads them. */
final class Inputs {
    static final String PRICE = "priceId";
    static final String AMOUNT = "amount";
    static final String COUPON = "couponCode";
    static final String OPTION = "paymentOption";

    /** Which button was used: {@link #UPDATE}, or the one that places the order. */
    static final String ACTION = "action";

    static final String UPDATE = "update";
    static final String CSRF = "csrf";
    static final String SCREEN_WIDTH = "screenWidth";

    /** Separates the name of a variant from an option whose amount the buyer chooses. */
    static final String OPTION_AMOUNT = ".amount.";

    /** Ends the name of the input for the quantity of an order bump. */
    static final String QUANTITY = ".quantity";

    /** Id of a form as it was shown, with a signature. */
    static final String FORM = "form";

    private Inputs() {}

    /** Returns the name of the inputs with the files of a field that were uploaded before. */
    static String upload(String fieldId) {
        return "uploads." + fieldId;
    }

    /** Returns the input for the number of tickets of a type. */
    static String ticket(String typeId) {
        return "tickets." + typeId;
    }

    static String ticketAmount(String typeId) {
        return ticket(typeId) + ".amount";
    }

    /** Returns the radio buttons of a group from which one ticket is selected. */
    static String ticketGroup(String groupId) {
        return "groups." + groupId;
    }

    static String field(String id) {
        return "fields." + id;
    }

    /** Returns the select of the country whose dial code belongs to the phone number of a field. */
    static String country(String fieldId) {
        return field(fieldId) + ".country";
    }

    static String variant(String id) {
        return "variants." + id;
    }

    static String bump(String productId) {
        return "bumps." + productId;
    }
}
